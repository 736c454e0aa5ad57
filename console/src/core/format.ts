const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const numbers = new Intl.NumberFormat('en');

export const number = (value: number): string => numbers.format(value);

export const time = (iso: string): string => dateTime.format(new Date(iso));

/** Returns a length of time with its two largest units, such as 3 h 5 min. */
export function duration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  if (total < MINUTE) {
    return `${total} s`;
  }
  if (total < HOUR) {
    return total < 10 * MINUTE && total % MINUTE ? `${Math.floor(total / MINUTE)} min ${total % MINUTE} s` : `${Math.floor(total / MINUTE)} min`;
  }
  if (total < DAY) {
    const minutes = Math.floor((total % HOUR) / MINUTE);
    return `${Math.floor(total / HOUR)} h${minutes ? ` ${minutes} min` : ''}`;
  }
  const hours = Math.floor((total % DAY) / HOUR);
  return `${Math.floor(total / DAY)} d${hours && total < 10 * DAY ? ` ${hours} h` : ''}`;
}

export const millis = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : value < 60_000 ? `${(value / 1000).toFixed(1)} s` : duration(value / 1000));

/** Returns the distance from now, such as "5 min ago" or "in 2 h". */
export function relative(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) < 5) {
    return 'now';
  }
  return seconds < 0 ? `${coarse(-seconds)} ago` : `in ${coarse(seconds)}`;
}

function coarse(seconds: number): string {
  if (seconds < MINUTE) {
    return `${Math.round(seconds)} s`;
  }
  if (seconds < HOUR) {
    return `${Math.round(seconds / MINUTE)} min`;
  }
  return seconds < DAY ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / DAY)} d`;
}

export const secondsUntil = (iso: string): number => (new Date(iso).getTime() - Date.now()) / 1000;
export const ageSeconds = (iso: string): number => -secondsUntil(iso);

/** Returns a size with a unit of 1,024 bytes. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

/** Returns words from an identifier: CREATE_IN_PROGRESS and LeaseEnded become "create in progress" and "lease ended". */
export const words = (identifier: string): string =>
  identifier.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();

export const sentence = (identifier: string): string => {
  const text = words(identifier);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Returns a count of a list that may have further pages. */
export const countOf = (items: number, more: boolean): string => `${number(items)}${more ? '+' : ''}`;

/** Returns the last part of an ARN or execution. */
export const lastPart = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);
