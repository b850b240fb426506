import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an address's failed attempts count for: an IPv4 address by itself, also where it is mapped into
 * IPv6 (RFC 4291, section 2.5.5.2); an IPv6 address by its /64, the least that one customer of a provider holds.
 */
export function clientNetwork(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = expand(plain);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const [high = 0, low = 0] = groups.slice(6);
  if (mapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address, whose last two may be written as an IPv4 one. */
function expand(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [front = '', back] = hex.split('::').map((half) => (half === '' ? [] : half.split(':'))) as [
    string[],
    string[] | undefined,
  ];
  const zeros = back ? Array<string>(8 - front.length - back.length).fill('0') : [];
  return [...front, ...zeros, ...(back ?? [])].map((group) => Number.parseInt(group, 16));
}
