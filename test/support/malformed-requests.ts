/** Bytes, one a character, that are no well-formed HTTP/1.x request, or hold one that is not. */
export interface MalformedRequest {
  readonly what: string;
  readonly bytes: string;
  /** Whole and good requests that stand before the malformed one, and are answered. */
  readonly goodBefore: number;
  /** What the client does when it has said all: it ends its side, or is silent and waits. */
  readonly afterwards: 'end' | 'wait';
}

type Entry = readonly [
  what: string,
  bytes: string,
  facts?: Partial<Pick<MalformedRequest, 'goodBefore' | 'afterwards'>>,
];
export type Families = ReadonlyMap<string, readonly MalformedRequest[]>;

const JSON_BODY = '{"length":20}';
const KIB = 1024;
/** What a smuggler would have the service answer. It must never be. */
const SMUGGLED = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
const GOOD = SMUGGLED;

const controls = [...Array.from({ length: 32 }, (_, code) => code), 127].map((code) => String.fromCharCode(code));
const separators = [...'"(),/;<=>?@[\\]{}'];
const beyondAscii = ['\x80', '\xa0', '\xc3\xa9', '\xff'];
const hex = (text: string) => [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join(' ');

/** All of the table, by what is wrong. The key is one that the service knows. */
export function malformedRequests(key: string): Families {
  const get = (line: string) => `${line}\r\nHost: x\r\n\r\n`;
  const withHeader = (header: string) => `GET /health/live HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
  const post = (headers: string, rest: string) =>
    `POST /api/passwords HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n${rest}`;
  const withLength = (length: string) => post(`Content-Length:${length}\r\n`, JSON_BODY);
  const inChunks = (chunks: string) => post('Transfer-Encoding: chunked\r\n', chunks);
  const chunkedBody = `d\r\n${JSON_BODY}\r\n0\r\n\r\n`;
  const withCoding = (lines: string) => post(`${lines}\r\n`, `${chunkedBody}${SMUGGLED}`);

  const families: Record<string, Entry[]> = {
    'the request line': [
      ...['GARBAGE', 'GET', 'GET ', 'GET /health/live', 'GET  HTTP/1.1', '/health/live HTTP/1.1', 'HTTP/1.1 200 OK'],
      ...['GET /health/live HTTP/1.1 more', 'GET /health /live HTTP/1.1', 'GET/health/live HTTP/1.1', '\\', '{}', '='],
      ...[' GET /health/live HTTP/1.1', '\tGET /health/live HTTP/1.1', 'GET\t/health/live\tHTTP/1.1'],
      ...['GET /health/live\r HTTP/1.1', 'GET\r\n/health/live HTTP/1.1', 'GET /health/live\nHTTP/1.1'],
    ].map((line): Entry => [JSON.stringify(line), get(line)]),

    'a method': [
      ...['get', 'Get', 'GETT', 'GE', 'FROB', '-', '*', 'POSTX', 'XPOST', 'DELETEE', 'GET:', 'G-T', 'A'.repeat(4000)],
      ...[...controls.filter((sign) => !'\r\n'.includes(sign)), ...separators, ...beyondAscii].map(
        (sign) => `G${sign}T`,
      ),
    ].map(
      (method): Entry => [`${method.slice(0, 9)} (${hex(method.slice(0, 4))})`, get(`${method} /health/live HTTP/1.1`)],
    ),

    'a method that is not HTTP’s own, or not for a server': [
      ['CONNECT', get('CONNECT /health/live HTTP/1.1')],
      ['CONNECT to a host', get('CONNECT x:443 HTTP/1.1')],
      ['RTSP', get('DESCRIBE rtsp://x/health/live RTSP/1.0')],
      ['Icecast', get('SOURCE /health/live ICE/1.0')],
    ],

    'a version': [
      ...['HTTP/0.9', 'HTTP/1.2', 'HTTP/1.9', 'HTTP/2.0', 'HTTP/2', 'HTTP/3', 'HTTP/3.0', 'HTTP/9.9', 'HTTP/10.1'],
      ...['HTTP/1', 'HTTP/1.', 'HTTP/.1', 'HTTP/1,1', 'HTTP/1.1.1', 'HTTP/1.10', 'HTTP/11', 'HTTP/-1.1', 'HTTP/+1.1'],
      ...[
        'HTTP/1 .1',
        'HTTP /1.1',
        'HTTP/ 1.1',
        'http/1.1',
        'Http/1.1',
        'HTP/1.1',
        'HTTPS/1.1',
        'HTTP1.1',
        'HTTP\\1.1',
      ],
      ...['HTTP/1.x', 'HTTP/a.b', 'HTTP/\xb9.1', 'HTTP/1.1\0', 'ICY/1.0', 'SIP/2.0'],
    ].map((version): Entry => [JSON.stringify(version), get(`GET /health/live ${version}`)]),

    'a target': [
      ...['health/live', 'live', '?', '.', 'x:443', '*', 'http:', 'http://', 'http:///', 'http://[', 'http://[::1'],
      ...['\\health\\live', '[', '"', '//', '//x/health/live', '/%', '/%zz', '/health/live%', '/health%2flive'],
      ...['/health/live%00', '/./health/live/.', '/health//live', '/health/live#part', '#', '/health\\live'],
      ...[...controls, ...beyondAscii].filter((sign) => !'\r\n'.includes(sign)).map((sign) => `/health/live${sign}`),
    ].map((target): Entry => [`${JSON.stringify(target)} (${hex(target.slice(-1))})`, get(`GET ${target} HTTP/1.1`)]),

    'a header’s name': [
      ...[...controls, ...separators, ...beyondAscii, ' ', ' :']
        .filter((sign) => sign !== '\r' && sign !== '\n')
        .flatMap((sign): Entry[] => [[`${hex(sign)} within`, withHeader(`Na${sign}me: value`)]]),
      ['none', withHeader(': value')],
      ['a space before the colon', withHeader('Name : value')],
      ['a tab before the colon', withHeader('Name\t: value')],
      ['a space before it', withHeader(' Name: value')],
      ['no colon', withHeader('Name')],
      ['no colon, but a value', withHeader('Name value')],
      ['a colon alone', withHeader(':')],
      ['CR within', withHeader('Na\rme: value')],
      ['LF within', withHeader('Na\nme: value')],
      ['a space in the first line', 'GET /health/live HTTP/1.1\r\n Host: x\r\n\r\n'],
    ],

    'a header’s value': [
      ...controls
        .filter((sign) => !'\t\r\n'.includes(sign))
        .flatMap((sign): Entry[] => [[`${hex(sign)} within`, withHeader(`Name: a${sign}b`)]]),
      ['CR within', withHeader('Name: a\rb')],
      ['CR and a header', withHeader('Name: a\rOther: b')],
      ['LF within', withHeader('Name: a\nb')],
      ['CR CR LF', withHeader('Name: a\r')],
      ['NUL in the key', post(`X-Api: \0\r\nContent-Length: ${JSON_BODY.length}\r\n`, JSON_BODY)],
      ['folded with a space', withHeader('Name: a\r\n b')],
      ['folded with a tab', withHeader('Name: a\r\n\tb')],
      ['folded to nothing', withHeader('Name: a\r\n ')],
      ['folded at once', withHeader('Name:\r\n a')],
      ['a folded length', post('Content-Length:\r\n 13\r\n', JSON_BODY)],
      ['a folded coding', withCoding('Transfer-Encoding:\r\n chunked')],
    ],

    Host: [
      ['none', 'GET /health/live HTTP/1.1\r\n\r\n'],
      ['none, and a body', `POST /api/passwords HTTP/1.1\r\nContent-Length: 13\r\n\r\n${JSON_BODY}`],
      ['none, but one of a similar name', 'GET /health/live HTTP/1.1\r\nHosts: x\r\nX-Host: x\r\n\r\n'],
      ['empty', 'GET /health/live HTTP/1.1\r\nHost:\r\n\r\n'],
      ['a space', 'GET /health/live HTTP/1.1\r\nHost: \r\n\r\n'],
      ['two', withHeader('Host: y')],
      ['the same twice', withHeader('Host: x')],
      ['two, one in capitals', withHeader('HOST: y')],
      ['two, one empty', withHeader('Host:')],
      ['three', withHeader('Host: y\r\nhost: z')],
      ['two, far apart', withHeader(`${'a:\r\n'.repeat(2500)}Host: y`)],
      ['two with HTTP/1.0', 'GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
      ['NUL', 'GET /health/live HTTP/1.1\r\nHost: x\0y\r\n\r\n'],
      ['folded', 'GET /health/live HTTP/1.1\r\nHost:\r\n x\r\n\r\n'],
      ...['a b', 'x/y', 'x?y', 'x#y', 'u@x', 'x:port', 'x:1:2', 'x y:80', '[::1', '<x>', '"x"', 'x\\y', '\xff'].map(
        (host): Entry => [JSON.stringify(host), `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
      ),
    ],

    'Content-Length': [
      ...['-1', '-13', '+13', ' +13', '0x0d', '0xd', '1e1', '13.0', '13,13', '13, 13', '13;13', '13 13', '1 3', '1_3'],
      ...['two', 'd', '٣', '13a', 'a13', '13\0', '\0', '13\x0b', '"13"', '(13)', '\xb9\xb3', 'NaN', 'Infinity', '--13'],
      ...[
        '18446744073709551616',
        '18446744073709551629',
        '99999999999999999999999',
        '1'.repeat(400),
        ',',
        '13,',
        ',13',
      ],
      ...['16385', '9007199254740993', '18446744073709551615'],
    ]
      .map((length): Entry => [`${JSON.stringify(length.slice(0, 30))}`, withLength(length)])
      .concat([
        ['two', post('Content-Length: 13\r\nContent-Length: 5\r\n', JSON_BODY)],
        ['two, the first the shorter', post('Content-Length: 5\r\nContent-Length: 13\r\n', JSON_BODY)],
        ['two alike', post('Content-Length: 13\r\nContent-Length: 13\r\n', JSON_BODY)],
        ['two, one in small letters', post('Content-Length: 13\r\ncontent-length: 0\r\n', JSON_BODY)],
        ['a space before the colon', post('Content-Length : 13\r\n', JSON_BODY)],
        ['empty', withLength('')],
        ['a space', withLength(' ')],
        ['none, and a body', post('', JSON_BODY)],
        ['less than the body', post('Content-Length: 5\r\n', JSON_BODY)],
        ['0, and a body', post('Content-Length: 0\r\n', JSON_BODY)],
      ]),

    'Transfer-Encoding': [
      ...[
        'chunked, chunked',
        'chunked chunked',
        'xchunked',
        'chunkedx',
        'chunked;q=1',
        '"chunked"',
        'chunk',
        'identity',
      ],
      ...['chunked, identity', 'chunked, gzip', 'gzip', 'chunked,', 'chunked\0', '\0chunked', ''],
      ...[
        '\x0bchunked',
        'chunked\x0b',
        'cow',
        'identity, chunked, identity',
        'ch\xfcnked',
        'chunked\r\n\tx',
        'chunked\nx',
      ],
    ]
      .map((coding): Entry => [JSON.stringify(coding), withCoding(`Transfer-Encoding: ${coding}`)])
      .concat([
        ['beside a length', withCoding('Transfer-Encoding: chunked\r\nContent-Length: 13')],
        ['behind a length', withCoding('Content-Length: 13\r\nTransfer-Encoding: chunked')],
        ['in small letters beside a length', withCoding('transfer-encoding: chunked\r\ncontent-length: 4')],
        ['in capitals behind a length', withCoding('CONTENT-LENGTH: 4\r\nTRANSFER-ENCODING: CHUNKED')],
        ['another one beside a length', withCoding('Transfer-Encoding: cow\r\nContent-Length: 4')],
        ['identity beside a length', withCoding('Transfer-Encoding: identity\r\nContent-Length: 4')],
        ['far behind a length', withCoding(`Content-Length: 13\r\n${'a:\r\n'.repeat(2500)}Transfer-Encoding: chunked`)],
        ['two', withCoding('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
        ['two alike', withCoding('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked')],
        ['one that is not known', post('Transfer-Encoding: cow, chunked\r\n', chunkedBody)],
        ['one that is not served', post('Transfer-Encoding: gzip, chunked\r\n', chunkedBody)],
        ['two, the last chunked', post('Transfer-Encoding: cow\r\nTransfer-Encoding: chunked\r\n', chunkedBody)],
        ['a space before the colon', withCoding('Transfer-Encoding : chunked')],
        ['a tab before the colon', withCoding('Transfer-Encoding\t: chunked')],
        ['a space before the name', withCoding(' Transfer-Encoding: chunked')],
        ['NUL behind the name', withCoding('Transfer-Encoding\0: chunked')],
        ['behind a lone CR', withCoding('X: y\rTransfer-Encoding: chunked')],
        ['an underscore', withCoding('Transfer_Encoding: chunked')],
      ]),

    'a chunk’s size': [
      ...['g', 'x', '-1', '-d', '+d', '0xd', 'd ', ' d', '\td', 'd\t', 'd.0', 'd,d', '"d"', 'd\0', '\0d', '', ' ', '٣'],
      ...['ffffffffffffffff', '10000000000000000', '1000000000000000d', 'f'.repeat(32), 'd\x0b', 'd d', 'd_', '\xff'],
      ...['d;\0', 'd;a=\x01', 'd;a\rb', 'd;a="b\0"', 'd\r', 'd\n', `d;${'x'.repeat(20 * KIB)}`, 'd;a=b\n'],
    ].map(
      (size): Entry => [JSON.stringify(size.slice(0, 30)), inChunks(`${size}\r\n${JSON_BODY}\r\n0\r\n\r\n${SMUGGLED}`)],
    ),

    'a chunk’s end, and the last one': [
      ['none', inChunks(`d\r\n${JSON_BODY}0\r\n\r\n`)],
      ['LF alone', inChunks(`d\r\n${JSON_BODY}\n0\r\n\r\n`)],
      ['CR alone', inChunks(`d\r\n${JSON_BODY}\r0\r\n\r\n`)],
      ['two signs of another kind', inChunks(`d\r\n${JSON_BODY}XX0\r\n\r\n`)],
      ['a space before it', inChunks(`d\r\n${JSON_BODY} \r\n0\r\n\r\n`)],
      ['more than its size', inChunks(`5\r\n${JSON_BODY}\r\n0\r\n\r\n`)],
      ['less than its size', inChunks(`e\r\n${JSON_BODY}\r\n0\r\n\r\n`)],
      ['much less than its size', inChunks(`ff\r\n${JSON_BODY}\r\n0\r\n\r\n`)],
      ['more than one end', inChunks(`d\r\n${JSON_BODY}\r\n\r\n0\r\n\r\n`)],
      ['no body at all', inChunks('0\r\n\r\n')],
      ['the last one is a word', inChunks(`d\r\n${JSON_BODY}\r\nend\r\n\r\n`)],
      ['the last one is below 0', inChunks(`d\r\n${JSON_BODY}\r\n-0\r\n\r\n`)],
      ['a trailer without a colon', inChunks(`d\r\n${JSON_BODY}\r\n0\r\nBroken\r\n\r\n`)],
      ['a trailer with a space in its name', inChunks(`d\r\n${JSON_BODY}\r\n0\r\nNa me: x\r\n\r\n`)],
      ['a trailer with NUL', inChunks(`d\r\n${JSON_BODY}\r\n0\r\nName: \0\r\n\r\n`)],
      ['trailers of 20 KiB', inChunks(`d\r\n${JSON_BODY}\r\n0\r\nName: ${'x'.repeat(20 * KIB)}\r\n\r\n`)],
      ['chunks of 20 KiB', inChunks(`5000\r\n${'x'.repeat(20 * KIB)}\r\n0\r\n\r\n`)],
    ],

    'too much': [
      ['a path', get(`GET /${'x'.repeat(17 * KIB)} HTTP/1.1`)],
      ['a query', get(`GET /health/live?${'x'.repeat(17 * KIB)} HTTP/1.1`)],
      ['a method', get(`${'X'.repeat(17 * KIB)} /health/live HTTP/1.1`)],
      ['a header’s name', withHeader(`${'x'.repeat(17 * KIB)}: y`)],
      ['a header’s value', withHeader(`x: ${'y'.repeat(17 * KIB)}`)],
      ['a header’s value of a MiB', withHeader(`x: ${'y'.repeat(KIB * KIB)}`)],
      ['a Host', `GET /health/live HTTP/1.1\r\nHost: ${'x'.repeat(17 * KIB)}\r\n\r\n`],
      ['5,000 headers', withHeader(Array.from({ length: 5000 }, (_, at) => `h${at}:`).join('\r\n'))],
      [
        '20 headers of 1 KiB',
        withHeader(Array.from({ length: 20 }, (_, at) => `h${at}: ${'x'.repeat(KIB)}`).join('\r\n')),
      ],
      ['headers without end', `GET /health/live HTTP/1.1\r\n${'x: y\r\n'.repeat(10 * KIB)}`],
      ['a line without end', 'x'.repeat(100 * KIB)],
      ['a body', post(`Content-Length: ${17 * KIB}\r\n`, 'x'.repeat(17 * KIB))],
    ],

    'what breaks off': [
      ...[
        'G',
        'GET',
        'GET ',
        'GET /health',
        'GET /health/live HTTP',
        'GET /health/live HTTP/1.1',
        GOOD.slice(0, -2),
        '\r',
      ],
      ...[GOOD.slice(0, -1), 'GET /health/live HTTP/1.1\r\nHo', 'GET /health/live HTTP/1.1\r\nHost: x', '\r\n\r\n\r\n'],
      ...[post('Content-Length: 14\r\n', JSON_BODY), post('Content-Length: 14\r\n', ''), inChunks('')],
      ...[inChunks('d'), inChunks('d\r\n'), inChunks(`d\r\n${JSON_BODY}`), inChunks(`d\r\n${JSON_BODY}\r\n`)],
      ...[inChunks(`d\r\n${JSON_BODY}\r\n0\r\n`), post('Expect: 100-continue\r\nContent-Length: 14\r\n', JSON_BODY)],
    ].flatMap((bytes): Entry[] => [
      [`${JSON.stringify(bytes.slice(-18))}, and the client ends`, bytes, { afterwards: 'end' }],
      [`${JSON.stringify(bytes.slice(-18))}, and silence`, bytes],
    ]),

    'behind a good request': [
      ...[
        'GARBAGE\r\n\r\n',
        'get /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /health/live HTTP/1.1\r\n\r\n',
        '\0\0\0\0',
      ],
      ...[
        withHeader('Na me: x'),
        withHeader('Name: \0'),
        withHeader('Name'),
        withHeader('Host: y'),
        withHeader('A: b\r\n c'),
      ],
      ...[get('GET /health/live HTTP/9.9'), get(`GET /${'x'.repeat(17 * KIB)} HTTP/1.1`), '{"length":20}\r\n\r\n'],
      ...[withLength('-1'), withCoding('Transfer-Encoding: chunked\r\nContent-Length: 13'), inChunks('g\r\n'), 'GET /'],
      ...['CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\x16\x03\x01\x02\0\x01\0'],
    ].map((bytes): Entry => [JSON.stringify(bytes.slice(-24)), GOOD + bytes, { goodBefore: 1 }]),

    'another protocol': [
      ['HTTP/2’s preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['HTTP/2’s preface and settings', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(3)}\x04${'\0'.repeat(5)}`],
      ['HTTP/2’s settings alone', `\0\0\0\x04${'\0'.repeat(5)}`],
      ['TLS', `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\x5a'.repeat(500)}`],
      ['SSL 2', '\x80\x2e\x01\x03\x01\0\x15\0\0\0\x10'],
      ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['SMTP', 'EHLO x\r\nMAIL FROM:<a@b>\r\n'],
      ['FTP', 'USER anonymous\r\n'],
      ['POP3', 'STAT\r\n'],
      ['IMAP', 'a1 LOGIN a b\r\n'],
      ['Redis', '*1\r\n$4\r\nPING\r\n'],
      ['Redis in a line', 'PING\r\n'],
      ['memcached', 'stats\r\n'],
      ['MongoDB', '\x3a\0\0\0\x01\0\0\0\0\0\0\0\xd4\x07\0\0'],
      ['PostgreSQL', '\0\0\0\x08\x04\xd2\x16\x2f'],
      ['MySQL', '\x4a\0\0\0\x0a8.0.36\0'],
      ['DNS', '\0\x1d\0\0\x01\0\0\x01\0\0\0\0\0\0\x01x\0\0\x01\0\x01'],
      ['RDP', '\x03\0\0\x13\x0e\xe0\0\0\0\0\0\x01\0\x08\0\x03\0\0\0'],
      ['SOCKS 4', '\x04\x01\0\x50\x7f\0\0\x01\0'],
      ['SOCKS 5', '\x05\x01\0'],
      ['PROXY 1', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${GOOD}`],
      ['PROXY 2', `\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c${'\0'.repeat(12)}${GOOD}`],
      ['WebSocket', '\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58'],
      ['SIP', 'OPTIONS sip:x SIP/2.0\r\nVia: SIP/2.0/TCP x\r\n\r\n'],
      ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
      ['JSON', `${JSON_BODY}\r\n\r\n`],
      ['XML', '<?xml version="1.0"?>\r\n\r\n'],
      ['gzip', '\x1f\x8b\x08\0\0\0\0\0\0\x03\r\n\r\n'],
      ['NULs', '\0'.repeat(100)],
      ['NULs before a good request', `\0\0${GOOD}`],
      ['bytes of value 255', '\xff'.repeat(100)],
      ['a byte order mark', `\xef\xbb\xbf${GOOD}`],
      ['UTF-16', [...GOOD].map((sign) => `${sign}\0`).join('')],
      ['EBCDIC', '\xc7\xc5\xe3\x40\x61'],
    ],
  };

  const bare = Object.entries(families).map(([family, entries]): [string, MalformedRequest[]] => [
    family,
    entries.map(([what, bytes, facts]) => ({ what, bytes, goodBefore: 0, afterwards: 'wait', ...facts })),
  ]);
  return new Map(bare);
}
