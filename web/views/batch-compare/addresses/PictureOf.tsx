/** The picture, and what the cell below the pointer has. */
import { type PointerEvent, useId, useMemo, useState } from 'react';
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { Segmented } from '../../../kit/Segmented';
import type { Ledger } from '../../../protocol/generated/Ledger';
import { axesText, type Names, placeText } from './addresses-words';
import { type Cell, cellAt, type Of, pictureOf } from './picture';

interface PictureOfProps {
  ledger: Ledger;
  names: Names;
}

export function PictureOf({ ledger, names }: PictureOfProps) {
  const [of, setOf] = useState<Of>(ledger.all.copies > 0 ? 'copied' : 'written');
  const [cell, setCell] = useState<Cell | null>(null);
  const says = useId();
  const { columns, rows, most, paths } = useMemo(() => pictureOf(ledger, of), [ledger, of]);
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    setCell(cellAt(ledger, (clientX - box.left) / box.width, (clientY - box.top) / box.height));
  };
  return (
    <figure className="addresses-picture">
      <figcaption className="asking">
        <Segmented<Of>
          label={m.addresses_picture_of()}
          value={of}
          options={[
            { value: 'copied', text: m.addresses_copies() },
            { value: 'written', text: m.addresses_writes() },
          ]}
          onChange={setOf}
        />
        <span className="quiet">{m.addresses_most({ most: integer(most) })}</span>
      </figcaption>
      <svg
        className={of}
        viewBox={`0 0 ${columns} ${rows}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={m.addresses_picture({ of, most: integer(most) })}
        aria-describedby={says}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setCell(null)}
      >
        {paths.map((path, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
          <path key={step} d={path} style={{ opacity: (step + 1) / paths.length }} />
        ))}
        {cell && <rect x={cell.column} y={rows - 1 - cell.range} width={1} height={1} />}
      </svg>
      <p className="quiet along">
        <span>{m.addresses_first_request()}</span>
        <span>{m.addresses_last_request({ n: integer(ledger.requests) })}</span>
      </p>
      <p id={says} className="quiet cell">
        {axesText(ledger, names)} {cell ? cellText(ledger, cell, names) : m.addresses_point()}
      </p>
    </figure>
  );
}

function cellText({ ranges }: Ledger, { range, column, from, to }: Cell, names: Names): string {
  const of = ranges[range];
  if (!of) return '';
  return m.addresses_cell({
    from: integer(from),
    to: integer(to),
    place: placeText(of, names),
    copies: integer(of.copied[column] ?? 0),
    writes: integer(of.written[column] ?? 0),
  });
}
