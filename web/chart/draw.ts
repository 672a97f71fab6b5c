/** A picture as dots, twice as fine as on the page. */
const FINER = 2;

/** PNG of an SVG that is alone, `finer` times as many dots. Rejects if the browser cannot draw it. */
export async function pngOf(svg: string, finer = FINER): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth * finer;
    canvas.height = picture.naturalHeight * finer;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!made) throw new Error('the browser made no picture of the chart');
    return made;
  } finally {
    URL.revokeObjectURL(url);
  }
}
