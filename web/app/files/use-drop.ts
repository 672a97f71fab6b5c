import { useEffect, useState } from 'react';

/** A file dropped anywhere on the page. Returns whether one is being dragged over it. */
export function useDrop(dropped: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const drag = (event: DragEvent) => {
      if (!carries(event)) return;
      // Without this the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    // Whatever takes the file: a part of the page may have kept the event.
    const end = () => setOver(false);
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) dropped(file);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end, true);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end, true);
      window.removeEventListener('drop', drop);
    };
  }, [dropped]);
  return over;
}
