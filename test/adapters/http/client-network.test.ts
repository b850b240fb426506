import { expect } from 'chai';
import { clientNetwork } from '../../../src/adapters/http/client-network.ts';

describe('clientNetwork', () => {
  const table = [
    ['an IPv4 address by itself', '192.0.2.1', '192.0.2.1'],
    ['its neighbour is another', '192.0.2.2', '192.0.2.2'],
    ['mapped, in dots', '::ffff:192.0.2.1', '192.0.2.1'],
    ['mapped, in capitals', '::FFFF:192.0.2.1', '192.0.2.1'],
    ['mapped, in hexadecimal', '::ffff:c000:201', '192.0.2.1'],
    ['mapped, written out', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['mapped, with leading zeros', '0000:0000:0000:0000:0000:ffff:c000:0201', '192.0.2.1'],
    ['mapped, highest', '::ffff:255.255.255.255', '255.255.255.255'],
    ['mapped, lowest', '::ffff:0:0', '0.0.0.0'],
    ['mapped, with a zone', '::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['no mapped one: ffff in another place', '::ffff:0:192.0.2.1', '0:0:0:0::/64'],
    ['no mapped one: something before', '1::ffff:192.0.2.1', '1:0:0:0::/64'],
    ['the loopback', '::1', '0:0:0:0::/64'],
    ['the unspecified', '::', '0:0:0:0::/64'],
    ['compressed in the host', '2001:db8:1:2::3', '2001:db8:1:2::/64'],
    ['compressed across the edge', '2001:db8::3', '2001:db8:0:0::/64'],
    ['compressed at the end', '2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['compressed at the front', '::5:6:7:8:9', '0:0:0:5::/64'],
    ['compressed in one group', '2001:db8:1::4:5:6:7', '2001:db8:1:0::/64'],
    ['written out', '2001:0DB8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
    ['another /64', '2001:db8:1:3::3', '2001:db8:1:3::/64'],
    ['with an IPv4 address at its end', '64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['with a numbered zone', 'fe80::1%3', 'fe80:0:0:0::/64'],
    ['with a port', '192.0.2.1:4711', '192.0.2.1'],
    ['in brackets, with a port', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['what is no address at all', 'anything <at> all', 'unknown'],
    ['nothing', '', 'unknown'],
  ] as const;
  for (const [what, address, network] of table) {
    it(`${what}: ${address}`, () => expect(clientNetwork(address)).to.equal(network));
  }
});
