/** The pen and the laser pointer, over all of the projector's window. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { inkStore, type Point, pathOf, type Stroke, strokesOf } from './ink';

export function Ink({ sheet }: { sheet: string }) {
  const tool = useStore(inkStore, (ink) => ink.tool);
  useEffect(() => {
    inkStore.getState().show(sheet);
  }, [sheet]);
  return (
    <>
      <Strokes drawing={tool === 'pen'} />
      {tool === 'laser' && <Laser />}
    </>
  );
}

function Strokes({ drawing }: { drawing: boolean }) {
  const strokes = useStore(inkStore, strokesOf);
  const [now, setNow] = useState<Stroke | null>(null);
  const [{ width, height }, setSize] = useState(sizeOf);
  useEffect(() => {
    const measure = () => setSize(sizeOf());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  if (!drawing && strokes.length === 0) return null;

  const pointOf = (event: React.PointerEvent): Point => [event.clientX / width, event.clientY / height];
  const finish = () => {
    if (now) inkStore.getState().add(now);
    setNow(null);
  };
  const all = now ? [...strokes, now] : strokes;
  return (
    <svg
      className={drawing ? 'ink drawing' : 'ink'}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setNow([pointOf(event)]);
      }}
      onPointerMove={(event) => now && setNow([...now, pointOf(event)])}
      onPointerUp={finish}
      onPointerCancel={finish}
    >
      {all.map((stroke, index) => {
        const path = pathOf(stroke, width, height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are added and taken back at the end only
          <g key={index}>
            <path className="halo" d={path} />
            <path d={path} />
          </g>
        );
      })}
    </svg>
  );
}

function sizeOf() {
  return { width: window.innerWidth, height: window.innerHeight };
}

/** A dot in place of the pointer. The page below stays in reach. */
function Laser() {
  const dot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = ({ clientX, clientY }: PointerEvent) => {
      const { current } = dot;
      if (!current) return;
      current.style.visibility = 'visible';
      current.style.transform = `translate(${clientX}px, ${clientY}px)`;
    };
    window.addEventListener('pointermove', move);
    document.documentElement.classList.add('laser');
    return () => {
      window.removeEventListener('pointermove', move);
      document.documentElement.classList.remove('laser');
    };
  }, []);
  return <div ref={dot} className="laser-dot" aria-hidden="true" />;
}
