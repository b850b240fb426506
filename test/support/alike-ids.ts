/** Ids of subscribers that a careless range of keys or a careless pattern takes for one another. */
export const alikeIds = [
  'a',
  'A',
  'aa',
  'a.',
  'a-',
  'a_',
  'a.a',
  'a-a',
  'a0',
  '0',
  '00',
  'a'.repeat(63),
  'a'.repeat(64),
];
