/** A button by which the person chooses a file from disk. The same file chosen again, changed or not, is taken again. */
import { useRef } from 'react';

export interface FileButtonProps {
  label: string;
  /** As on an `input` element; without it, any file. */
  accept?: string;
  className?: string;
  disabled?: boolean;
  take(file: File): Promise<void> | void;
  /** Hears why `take` gave up: mostly that the file is not there any more, or may not be read. Without it, `take` never does. */
  failed?(reason: string): void;
}

export function FileButton({ label, accept, className, disabled, take, failed }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = async (chooser: HTMLInputElement) => {
    const [file] = chooser.files ?? [];
    // Otherwise choosing it again would be no change.
    chooser.value = '';
    try {
      if (file) await take(file);
    } catch (error) {
      if (!failed) throw error;
      failed(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => void chosen(target)}
      />
    </>
  );
}
