import { LEXICAL } from '@/lib/shared/memory/recall-engine'
import type { Recall } from '@/lib/shared/turn/events'
import { Chip } from './chip'

/** Says that a recall was ranked by words alone although an embedding model is set. */
export const LexicalChip = ({ recall }: { recall: Pick<Recall, 'engine'> }) =>
  recall.engine === LEXICAL ? <Chip>{LEXICAL}</Chip> : null
