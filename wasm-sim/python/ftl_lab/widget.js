// The page in the output of a cell (anywidget). The kernel hands it over as one file, so it works wherever a widget does: no
// server, no network. It is spoken to as web/app/address/EMBEDDING.md says.

const INTERFACE = 1;

/** The address of the page and the trace of the scenario, if it has one: the kernel hands them over once asked. */
function filesFrom(model) {
  return new Promise((resolve, reject) => {
    const take = async (message, buffers) => {
      if (message?.page !== 'here') return;
      model.off('msg:custom', take);
      try {
        const text = new Blob([buffers[0]]).stream().pipeThrough(new DecompressionStream('gzip'));
        const page = await new Response(text).blob();
        const address = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
        resolve({ address, trace: buffers[1] && new Blob([buffers[1]]) });
      } catch (error) {
        reject(error);
      }
    };
    model.on('msg:custom', take);
    model.send({ page: 'wanted' });
  });
}

/** The notebook's theme where it is known; otherwise the page follows the system's. */
function theme() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === 'false' ? 'dark' : 'light';
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.endsWith('light') ? 'light' : 'dark';
  return null;
}

async function render({ model, el }) {
  const loading = document.createElement('p');
  loading.textContent = 'FTL Lab is loading. If nothing comes, run the cell again: the page comes from the kernel.';
  el.append(loading);
  const { address, trace } = await filesFrom(model);
  const frame = document.createElement('iframe');
  frame.title = 'FTL Lab';
  frame.allow = 'clipboard-write; fullscreen';
  frame.style.cssText = 'display: block; width: 100%; border: 1px solid #8884; border-radius: 4px;';
  const size = () => {
    frame.style.height = `${model.get('height')}px`;
  };
  size();
  const wish = theme();
  frame.src = `${address}#/${wish ? `?theme=${wish}` : ''}`;

  /** The position that the page told last. */
  let told = null;
  let ready = false;
  const is = (position) => told?.[0] === position[0] && told?.[1] === position[1];
  const say = (message) => frame.contentWindow?.postMessage({ ftlLab: INTERFACE, ...message }, '*');
  const go = () => {
    const [request, event] = model.get('position');
    if (!is([request, event])) say({ do: 'go', position: { request, event } });
  };
  const load = () => {
    const [request, event] = model.get('position');
    told = null;
    const scenario = model.get('scenario');
    // The page keeps it for scenarios that come later.
    const first = trace && !ready ? { trace } : {};
    say({ do: 'load', scenario, position: { request, event }, ...first });
  };
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.ftlLab !== INTERFACE) return;
    if (data.is === 'ready') {
      if (!ready) load();
      ready = true;
      return;
    }
    if (data.is === 'error') {
      const { field, message, remedy } = data;
      model.set('error', `${field ? `${field}: ` : ''}${message}${remedy ? `\n  ${remedy}` : ''}`);
    } else {
      told = [data.position.request, data.position.event];
      model.set({ position: told, requests: data.requests, playing: data.playing, event: data.event, error: '' });
    }
    model.save_changes();
  };
  addEventListener('message', hear);
  model.on('change:scenario', load);
  model.on('change:position', go);
  model.on('change:height', size);
  loading.replaceWith(frame);

  return () => {
    removeEventListener('message', hear);
    model.off('change:scenario', load);
    model.off('change:position', go);
    model.off('change:height', size);
    URL.revokeObjectURL(address);
  };
}

export default { render };
