import { citationMark, strategyMarks } from '@/lib/shared/turn/citations'

export type LabelledTurn = { turnId: string; number: number; conversationId: string }

/** The letter of the running conversation's turns. Other conversations get one or two of the others. */
const OWN = 't'
const OTHERS = 'bcdefghjkmnpqruvwxyz'
const lettersOf = (i: number): string =>
  (i < OTHERS.length ? '' : lettersOf(Math.floor(i / OTHERS.length) - 1)) + OTHERS[i % OTHERS.length]

/** The label of a turn of the running conversation, unless a text of the prompt contains it. */
export const ownLabel = (number: number) => `${OWN}${number}`
const LABEL = /^([a-z]{1,2})(\d{1,7})$/
/** What a label says: the turn's number and, if it is another one, a letter for the conversation. */
export function readLabel(label: string): { turn?: string; conversation?: string } {
  const [, letter, turn] = LABEL.exec(label) ?? []
  return letter && turn ? { turn, ...(letter === OWN ? {} : { conversation: letter }) } : {}
}

/** What could be taken for a label in a text. */
const LIKE = /(?<![\p{L}\p{N}])[a-z]{1,2}\d{1,7}(?![\p{L}\p{N}])/giu
const BETWEEN = /\s*(?:[,;&]|\band\b)\s*/

/**
 * Labels of turns in prompts: a letter for the conversation and a number, `t7` here and `b2` elsewhere. One
 * that occurs in a text of the prompt is not given to a turn.
 */
export class TurnLabels {
  private readonly labels = new Map<string, string>()
  private readonly turns = new Map<string, LabelledTurn>()
  private readonly letters = new Map<string, number>()
  private readonly quoted = new Set<string>()

  /** `here` = the running turn. */
  constructor(private readonly here: Omit<LabelledTurn, 'turnId'>) {}

  avoid(texts: readonly string[]): void {
    for (const text of texts) for (const [word] of text.matchAll(LIKE)) this.quoted.add(word.toLowerCase())
  }

  protected isHere = ({ conversationId }: LabelledTurn) => conversationId === this.here.conversationId
  protected keyOf(turn: LabelledTurn): string {
    const { turnId, number, conversationId } = turn
    return this.isHere(turn) ? `${number}` : `${number} ${turnId} ${conversationId}`
  }

  of(turn: LabelledTurn): string {
    const { turnId, number, conversationId } = turn
    const [isHere, key] = [this.isHere(turn), this.keyOf(turn)]
    const known = this.labels.get(key)
    if (known) return known
    const letter = isHere ? -1 : (this.letters.get(conversationId) ?? this.letters.size)
    if (!isHere) this.letters.set(conversationId, letter)
    for (let i = letter; ; i++) {
      const label = i < 0 ? ownLabel(number) : `${lettersOf(i)}${number}`
      if (this.quoted.has(label) || this.turns.has(label)) continue
      this.labels.set(key, label)
      this.turns.set(label, { turnId, number, conversationId })
      return label
    }
  }

  /** The turn that a model means by a label. Turns of this conversation have one without being shown. */
  turnOf(label: string): LabelledTurn | undefined {
    const known = this.turns.get(label)
    const { turn, conversation } = readLabel(label)
    if (known || conversation || this.quoted.has(label)) return known
    const number = Number(turn)
    const isEarlier = number >= 1 && number < this.here.number
    return isEarlier ? { turnId: '', number, conversationId: this.here.conversationId } : undefined
  }

  /** Ids of turns by label, except for labels such as `t7`, which name their turn. */
  named(): Record<string, string> {
    return Object.fromEntries(
      [...this.turns].flatMap(([label, { turnId, number }]) =>
        turnId && label !== ownLabel(number) ? [[label, turnId]] : [],
      ),
    )
  }

  /** A citation by labels as marks that hold after the turn: `[t7, b2]` = `[turn 7] [turn 2 of conversation ID]`. */
  cited(mark: string): string {
    const names = mark.slice(1, -1).split(BETWEEN)
    const marks = names.map((name) => {
      const turn = this.turnOf(name.trim().replace(/^(?:id=|turn )/, ''))
      if (!turn) return strategyMarks(`[${name}]`).length ? `[${name}]` : null
      const { number, conversationId } = turn
      return citationMark(number, conversationId === this.here.conversationId ? undefined : conversationId)
    })
    return marks.includes(null) ? mark : marks.join(' ')
  }
}

/** Stand-ins for the labels of a prompt, while the texts are written that its labels must avoid. */
export class DraftLabels extends TurnLabels {
  private readonly drafted = new Map<string, LabelledTurn>()

  override of(turn: LabelledTurn): string {
    const key = this.keyOf(turn)
    if (!this.drafted.has(key)) this.drafted.set(key, turn)
    return key
  }

  /** What is to stand in place of each; anything else stays. */
  settled(labels: TurnLabels): (id: string) => string {
    const made = new Map([...this.drafted].map(([key, turn]) => [key, labels.of(turn)]))
    return (id) => made.get(id) ?? id
  }
}

const TOKEN = /```|`|\n|\[[^[\]`\n]{1,120}\]/g
const UNFINISHED = /(?:`+|\[[^[\]`\n]{0,120})$/

/** What a model says, as it comes, with marks in place of labels. In code nothing is a label. */
export class CitingText {
  private held = ''
  private code = ''

  constructor(private readonly labels: TurnLabels) {}

  read(delta: string): string {
    const text = this.held + delta
    const end = UNFINISHED.exec(text)?.index ?? text.length
    this.held = text.slice(end)
    return this.marked(text.slice(0, end))
  }

  end(): string {
    const rest = this.held
    this.held = ''
    const text = this.marked(rest)
    this.code = ''
    return text
  }

  private marked(text: string): string {
    return text.replace(TOKEN, (token) => {
      if (token.startsWith('[')) return this.code ? token : this.labels.cited(token)
      if (token === '\n') this.code = this.code === '`' ? '' : this.code
      else if (!this.code) this.code = token
      else if (this.code === token) this.code = ''
      return token
    })
  }
}

export function citing(labels: TurnLabels, text: string): string {
  const said = new CitingText(labels)
  return said.read(text) + said.end()
}
