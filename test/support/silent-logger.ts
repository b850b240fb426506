import type { Logger } from '../../src/domain/ports.ts';

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, http() {} };
