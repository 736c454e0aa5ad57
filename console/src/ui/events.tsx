import type { Actor, Entry } from '../core/types.ts';
import { sentence } from '../core/format.ts';
import { link } from '../core/router.ts';
import { Json, Mark, More, Time, type Tone } from './basics.tsx';

const BAD = /Failed|Lost|Quarantined|Exceeded|Low/;
const WARN = /Expired|Ended|Deleted|Held|Locked|Budget|Reached/;

export const toneOf = (type: string): Tone => (BAD.test(type) ? 'bad' : WARN.test(type) ? 'warn' : 'ok');

const VIEWS: Record<string, (subject: string) => string> = {
  tenants: subject => link(['tenants', subject]),
  deployments: subject => (subject.includes('/') ? link(['aliases', subject]) : link(['deployments', subject])),
  pool: subject => (/^\d{12}$/.test(subject) ? link(['pool', 'accounts', subject]) : subject.includes('@') ? link(['pool', 'users', subject]) : link(['pool', 'leases', subject])),
  layers: subject => link(['layers', subject.split('/').at(-1) ?? subject]),
  userdata: subject => link(['activity'], { subject }),
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Returns the first part of an id that nobody reads to its end. */
export const short = (id: string): string => (UUID.test(id) ? id.slice(0, 8) : id);

export const subjectLink = (service: string, subject: string): string =>
  VIEWS[service]?.(subject) ?? link(['activity'], { subject });

export function Who({ actor }: { actor?: Actor }) {
  return actor ? <a href={link(['activity'], { actor: actor.id })}>{actor.id}</a> : null;
}

/** Domain events, newest first. */
export function Events({ items, details = false }: { items: Entry[]; details?: boolean }) {
  return (
    <ol class="timeline">
      {items.map(entry => (
        <li key={entry.eventId}>
          <Mark tone={toneOf(entry.type)} />
          <span>
            <b>{sentence(entry.type)}</b>{' '}
            {entry.subjects.slice(0, 3).map((subject, index) => <>{index > 0 && ', '}<a href={subjectLink(entry.service, subject)} title={subject}>{short(subject)}</a></>)}
            {entry.subjects.length > 3 && ` and ${entry.subjects.length - 3} more`}
          </span>
          <span class="when"><Time at={entry.at} /></span>
          <div class="details">
            {entry.service}{entry.actor && <> · by <Who actor={entry.actor} /></>}{entry.reason && <> · {entry.reason}</>}
            {details && <More summary="Event"><Json value={entry.detail} /></More>}
          </div>
        </li>
      ))}
    </ol>
  );
}
