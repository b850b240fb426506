import { isIP, isIPv6 } from 'node:net';

/**
 * The network that an address's failed attempts count for: an IPv4 address by itself, also where it is mapped into
 * IPv6 (RFC 4291, section 2.5.5.2); an IPv6 address by its /64, the least that one customer of a provider holds.
 */
export function clientNetwork(address: string): string {
  const plain = clientAddress(address);
  if (!isIPv6(plain)) return plain;
  const groups = expand(plain);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const [high = 0, low = 0] = groups.slice(6);
  if (mapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * An address as it may be logged: what a proxy wrote into X-Forwarded-For is text of anyone's where it is not one, and
 * some proxies write the port too, as `192.0.2.1:4711` or `[2001:db8::1]:4711`.
 */
export function clientAddress(written: string): string {
  const plain = /^\[(.*)\](:\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const address = plain.replace(/%.*$/, '');
  return isIP(address) ? address : 'unknown';
}

/** The eight groups of an IPv6 address; as a URL's host its last two are hexadecimal also where they were an IPv4 one. */
function expand(address: string): number[] {
  const [front = '', back = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [parseGroups(front), parseGroups(back)];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function parseGroups(half: string): number[] {
  return half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16));
}
