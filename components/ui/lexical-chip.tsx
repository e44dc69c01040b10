import type { Recall } from '@/lib/shared/events'
import { LEXICAL } from '@/lib/shared/recall-engine'
import { Chip } from './chip'

/** Says that a recall was ranked by words alone although an embedding model is set. */
export const LexicalChip = ({ recall }: { recall: Pick<Recall, 'engine'> }) =>
  recall.engine === LEXICAL ? <Chip>{LEXICAL}</Chip> : null
