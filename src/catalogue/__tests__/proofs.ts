import { catalogue } from '..';
import { proofOf, type IProof } from './cases';

/** What stands behind every entry of the catalogue, in its order. */
export const PROOFS: readonly IProof[] = catalogue.map(({ id }) => proofOf(id));
