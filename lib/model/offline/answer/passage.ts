export type Source = 'fact' | 'user' | 'assistant' | 'file' | 'tool' | 'summary'
/**
 * One sentence that may be quoted. `lead` = the sentence before it, when this one leans on it ("She …").
 * `turn` null = it belongs to no turn of this conversation. `date` = a day, or a time to the second; `moment`
 * is shared by what one turn says, a larger one is newer.
 */
export type Passage = {
  text: string
  lead: string
  source: Source
  turn: number | null
  date: string
  /** It is of another conversation. */
  foreign: boolean
  /** Of another conversation: the mark that names its turn there; else ''. */
  mark: string
  /** Path of a file or name of a tool. */
  from: string
  /** Who said it, where an imported conversation names its speakers; '' = the person or the assistant. */
  speaker: string
  /**
   * The product that answers in the conversation it was imported with, where its speakers have no names; '' =
   * it was said here.
   */
  product: string
  /**
   * It may be somebody else's words though it stands where the person's do: of a named speaker, or of a
   * summary of an import, which names nobody.
   */
  stranger: boolean
  /** It is what a picture shows that the speaker shared, not words. */
  picture: boolean
  section: string
  moment: number
}

/** A passage before it is put in order. */
export type Base = Omit<Passage, 'text' | 'lead' | 'moment'>
