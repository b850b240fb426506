import { ServiceError } from '../errors.ts';

/** One byte tells a class as one bit of eight. */
const MAX_CLASSES = 8;
const BYTE_VALUES = 256;

/**
 * Disjoint classes of characters, and the map from a random byte to one of them.
 *
 * A byte is uniform over 256 values. The largest multiple of the alphabet's size that fits in 256 is cut into equal
 * shares, one a character; bytes from there on are refused. So an accepted byte gives each character with exactly the
 * same probability, `floor(256 / size) / 256`, where `byte % size` alone would favour the first `256 % size`.
 */
export class Alphabet {
  readonly classes: readonly string[];
  readonly size: number;
  /** For each byte 1 where it is accepted, and 0 where it is refused. */
  readonly acceptedOf: Uint8Array;
  /** For each byte the UTF-16 code of its character; 0 where the byte is refused. */
  readonly codeOf: Uint16Array;
  /** For each byte the bit of its character's class; 0 where the byte is refused. */
  readonly classBitOf: Uint8Array;
  /** The bits of all classes together. */
  readonly everyClass: number;

  /**
   * @param classes 1 to 8 sets of characters, none empty, no character twice, 256 characters at most in all
   * @throws ServiceError IMPOSSIBLE_POLICY where they are anything else
   */
  constructor(classes: readonly string[]) {
    const characters = classes.join('');
    if (classes.length < 1 || classes.length > MAX_CLASSES || classes.includes('')) {
      throw new ServiceError('IMPOSSIBLE_POLICY', `An alphabet has 1 to ${MAX_CLASSES} classes, and none is empty.`);
    }
    if (characters.length > BYTE_VALUES || new Set(characters).size !== characters.length) {
      throw new ServiceError('IMPOSSIBLE_POLICY', `An alphabet has ${BYTE_VALUES} characters at most, each once.`);
    }
    this.classes = [...classes];
    this.size = characters.length;
    this.everyClass = 2 ** classes.length - 1;

    const bits = classes.flatMap((members, index) => Array<number>(members.length).fill(2 ** index));
    const accepted = BYTE_VALUES - (BYTE_VALUES % this.size);
    this.acceptedOf = new Uint8Array(BYTE_VALUES).fill(1, 0, accepted);
    this.codeOf = new Uint16Array(BYTE_VALUES);
    this.classBitOf = new Uint8Array(BYTE_VALUES);
    for (let byte = 0; byte < accepted; byte += 1) {
      this.codeOf[byte] = characters.charCodeAt(byte % this.size);
      this.classBitOf[byte] = bits[byte % this.size] ?? 0;
    }
  }
}
