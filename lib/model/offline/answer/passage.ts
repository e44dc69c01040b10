import type { Triple } from '@/lib/shared/memory/facts'

export type Source = 'user' | 'assistant' | 'file' | 'tool' | 'summary' | 'strategy'
export type Passage = {
  text: string
  /** The sentence before, if this one depends on it ("She …"). */
  lead: string
  source: Source
  /** Null = of no turn of this conversation. */
  turn: number | null
  /** A day, or a time to the second. */
  date: string
  /** A fact that the text states, in other words; '' = none. */
  means: string
  /** The current facts that these words state; `before` = the value that each replaced. */
  facts: readonly (Triple & { before: string })[]
  /** From another conversation. */
  foreign: boolean
  /** Marks its turn in another conversation, or its strategy; else ''. */
  mark: string
  /** Path of a file or name of a tool. */
  from: string
  /** Who said it, if an import names its speakers; '' = the person or the assistant. */
  speaker: string
  /** The product that answers in an import without named speakers; '' = said here. */
  product: string
  /** May be another person's words: of a named speaker, or an import's summary. */
  stranger: boolean
  /** A fact that the person wrote on the Facts page: nobody said these words. */
  written: boolean
  /** What a picture that the speaker shared shows. */
  picture: boolean
  section: string
  /** Equal within a turn; larger is newer. */
  moment: number
}

/** A passage before it is put in order. */
export type Base = Omit<Passage, 'text' | 'lead' | 'moment'>
