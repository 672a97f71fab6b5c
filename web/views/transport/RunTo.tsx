/** The content of Run to…: the destinations as a menu, and behind its last item the numbers of a step. */
import { type RefObject, useState } from 'react';
import { Button, Dialog, Input, Label, Menu, MenuItem, NumberField, Popover } from 'react-aria-components';
import { m } from '../../i18n/compiled/messages.js';
import type { Position } from '../../protocol/generated/Position';
import type { Target } from '../../protocol/generated/Target';
import type { Destination } from './position';
import css from './transport.module.css';

interface RunToProps {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
  destinations: Destination[];
  position: Position;
  requests: number;
  onRun: (target: Target) => void;
  onBreakpoints: () => void;
}

const STEP = 'step';
const BREAKPOINTS = 'breakpoints';

export default function RunTo(props: RunToProps) {
  const { trigger, open, onOpen, onRun } = props;
  const [form, setForm] = useState(false);
  const close = () => {
    onOpen(false);
    setForm(false);
  };
  const choose = (id: React.Key) => {
    if (id === STEP) {
      setForm(true);
      return;
    }
    const chosen = props.destinations.find((destination) => destination.id === id);
    close();
    if (id === BREAKPOINTS) props.onBreakpoints();
    if (chosen) onRun(chosen.target);
  };
  return (
    <Popover
      aria-label={m.transport_run_to()}
      triggerRef={trigger}
      isOpen={open}
      onOpenChange={(next) => (next ? onOpen(true) : close())}
      placement="top start"
      className={css.popover ?? ''}
    >
      {form ? (
        <Dialog aria-label={m.transport_go_to()} className={css.dialog ?? ''}>
          <GoTo
            position={props.position}
            requests={props.requests}
            onGo={(position) => {
              close();
              onRun({ to: 'position', position });
            }}
          />
        </Dialog>
      ) : (
        <Menu
          aria-label={m.transport_run_to()}
          autoFocus="first"
          className={css.menu ?? ''}
          onAction={choose}
        >
          {props.destinations.map((destination) => (
            <MenuItem key={destination.id} id={destination.id} className={css.item ?? ''}>
              {destination.text}
            </MenuItem>
          ))}
          <MenuItem id={BREAKPOINTS} className={css.item ?? ''}>
            {m.transport_run_breakpoints()}
          </MenuItem>
          <MenuItem id={STEP} className={css.item ?? ''}>
            {m.transport_run_step()}
          </MenuItem>
        </Menu>
      )}
    </Popover>
  );
}

interface GoToProps {
  position: Position;
  requests: number;
  onGo: (position: Position) => void;
}

/** Request and event, as the position reads: request 12, event 3 is event 3 of the twelfth request. */
function GoTo({ position, requests, onGo }: GoToProps) {
  const inside = position.event > 0;
  const [request, setRequest] = useState(position.request + (inside ? 1 : 0));
  const [event, setEvent] = useState(position.event);
  return (
    <form
      className={css.form}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const whole = Math.max(0, Math.min(requests, Math.round(request) || 0));
        const part = Math.max(0, Math.round(event) || 0);
        onGo(part > 0 && whole > 0 ? { request: whole - 1, event: part } : { request: whole, event: 0 });
      }}
    >
      <NumberField value={request} onChange={setRequest} minValue={0} maxValue={requests} autoFocus>
        <Label>{m.transport_go_request()}</Label>
        <Input />
      </NumberField>
      <NumberField value={event} onChange={setEvent} minValue={0}>
        <Label>{m.transport_go_event()}</Label>
        <Input />
      </NumberField>
      <Button type="submit">{m.transport_go()}</Button>
    </form>
  );
}
