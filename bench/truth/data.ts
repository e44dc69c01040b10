import { z } from 'zod'
import { jsonLines } from '../data'
import { pick, type Random, seededRandom, whole } from '../seed/random'
import { madeUpName, message } from '../seed/vocabulary'

const list = (text: string) => text.split(',')
const PLACES = list(
  'the blue drawer,the garden shed,the hall cupboard,the glove box,the attic trunk,the bread tin,the piano stool,the cellar shelf,the laundry basket,the tool box,the top bookcase,the porch bench',
)
const DAYS = list('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday')
const MONTHS = list('January,February,March,April,June,July,August,September,October,November,December')

const VALUES = {
  name: madeUpName,
  code: (random: Random) => String(whole(random, 1_000, 9_999)),
  date: (random: Random) =>
    random() < 0.5
      ? `${pick(random, DAYS)} at ${whole(random, 8, 19)}:${pick(random, ['00', '15', '30', '45'])}`
      : `${whole(random, 1, 28)} ${pick(random, MONTHS)}`,
  place: (random: Random) => pick(random, PLACES),
  price: (random: Random) => `${whole(random, 11, 190)} euros`,
}

/**
 * A way to state and change something. In the texts `{my}` is the owner ("my", "my sister's"), `{t}` the
 * thing, `{a}` the first value and `{b}` the later one. `oneself` = each person has it once.
 */
const kindSchema = z.object({
  name: z.string(),
  value: z.enum(['name', 'code', 'date', 'place', 'price']).transform((name) => VALUES[name]),
  oneself: z.boolean().default(false),
  things: z.array(z.string()),
  first: z.array(z.string()),
  change: z.array(z.string()),
  question: z.array(z.string()),
})
type Kind = z.infer<typeof kindSchema>

const all = jsonLines('bench/truth/data/subjects.jsonl', kindSchema)
const KINDS: readonly Kind[] = all.filter(({ oneself }) => !oneself)
const ONESELF: readonly Kind[] = all.filter(({ oneself }) => oneself)

export const CATEGORIES = [
  'across conversations',
  'told here, changed elsewhere',
  'within one conversation',
  'imported, changed in a chat',
  'chatted, changed in an import',
  "my and my sister's",
] as const
export const NEVER_SAID = 'never said'
type Category = (typeof CATEGORIES)[number] | typeof NEVER_SAID

/** A statement, in order of time; `imported` = said to another assistant. */
export type Line = { conversation: string; text: string; imported: boolean }
/** `latest` = the sentence that answers, `null` = none; `wrong` = sentences that are false or outdated. */
export type Asked = {
  category: Category
  conversation: string
  question: string
  latest: string | null
  wrong: string[]
}
/** The memory of a fictional person, all from one day, with questions about it. */
export type Memory = { lines: Line[]; questions: Asked[] }

const MY = 'my'
const OTHERS = ["my sister's", "my brother's", "my neighbour's"]
/** Turns in between; after more than four, earlier ones have left the window. */
const BETWEEN = 6
const CHANGES_EACH = 10

function filled(random: Random, templates: readonly string[], words: Record<string, string>): string {
  const text = pick(random, templates).replace(/\{(\w+)\}/g, (_, slot: string) => words[slot] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A topic that a person has one of, with the statements about it. */
class Topic {
  readonly #values: Record<'a' | 'b', string>

  constructor(
    readonly random: Random,
    readonly kind: Kind,
    readonly thing: string,
    readonly my: string,
  ) {
    const a = kind.value(random)
    let b = a
    while (b === a) b = kind.value(random)
    this.#values = { a, b }
  }

  #say = (templates: readonly string[]) =>
    filled(this.random, templates, { ...this.#values, t: this.thing, my: this.my })
  first = () => this.#say(this.kind.first)
  change = () => this.#say(this.kind.change)
  question = () => this.#say(this.kind.question)
}

type ChangeWithQuestion = { lines: Line[]; asked: Asked }
const line = (conversation: string, text: string, imported = false): Line => ({
  conversation,
  text,
  imported,
})

/** A change of a category: its statements, and the question with its answer. */
function changeOf(random: Random, category: Category, topic: Topic, id: string): ChangeWithQuestion {
  const [one, two, three] = [`${id}a`, `${id}b`, `${id}c`]
  const [first, change] = [topic.first(), topic.change()]
  const asked = { category, question: topic.question(), latest: change, wrong: [first] }
  switch (category) {
    case 'told here, changed elsewhere':
      return { lines: [line(one, first), line(two, change)], asked: { ...asked, conversation: one } }
    case 'within one conversation': {
      const between = random() < 0.5 ? BETWEEN : whole(random, 0, 2)
      const talk = () => Array.from({ length: between }, () => line(one, message(random, 'the regatta')))
      return {
        lines: [line(one, first), ...talk(), line(one, change), ...talk()],
        asked: { ...asked, conversation: one },
      }
    }
    case 'imported, changed in a chat':
      return { lines: [line(one, first, true), line(two, change)], asked: { ...asked, conversation: three } }
    case 'chatted, changed in an import':
      return { lines: [line(one, first), line(two, change, true)], asked: { ...asked, conversation: three } }
    case "my and my sister's": {
      const other = new Topic(random, topic.kind, topic.thing, pick(random, OTHERS))
      const [theirFirst, theirChange] = [other.first(), other.change()]
      const lines = [line(one, first), line(one, theirFirst), line(two, change), line(three, theirChange)]
      const conversation = `${id}d`
      return random() < 0.5
        ? { lines, asked: { ...asked, conversation, wrong: [first, theirFirst, theirChange] } }
        : {
            lines,
            asked: {
              ...asked,
              conversation,
              question: other.question(),
              latest: theirChange,
              wrong: [theirFirst, first, change],
            },
          }
    }
    default:
      return { lines: [line(one, first), line(two, change)], asked: { ...asked, conversation: three } }
  }
}

/** Interleaves lists at random, each in its own order. */
function shuffled<T>(random: Random, lists: readonly (readonly T[])[]): T[] {
  const left = lists.map((list) => [...list]).filter((list) => list.length > 0)
  const all: T[] = []
  while (left.length > 0) {
    const at = Math.floor(random() * left.length)
    const next = left[at]?.shift()
    if (next !== undefined) all.push(next)
    if (left[at]?.length === 0) left.splice(at, 1)
  }
  return all
}

/** A question without an answer: about something never named, another person's, or another property. */
function absence(random: Random, topics: readonly Topic[], conversation: string): Asked {
  const used = new Set(topics.map(({ thing }) => thing))
  const mine = pick(
    random,
    topics.filter(({ kind, my }) => my === MY && KINDS.includes(kind)),
  )
  const kind = pick(random, KINDS)
  const unused = () => {
    const thing = pick(
      random,
      kind.things.filter((one) => !used.has(one)),
    )
    return new Topic(random, kind, thing, MY)
  }
  // "My parrot is called Kiwi" would also answer a question of these kinds.
  const others = KINDS.filter((one) => one !== mine.kind && !['taste', 'name', 'person'].includes(one.name))
  const topic = pick(random, [
    unused,
    () => new Topic(random, mine.kind, mine.thing, "my cousin's"),
    () => new Topic(random, pick(random, others), mine.thing, MY),
  ])()
  return { category: NEVER_SAID, conversation, question: topic.question(), latest: null, wrong: [] }
}

/** Fictional people with `changes` changes and `absences` unanswerable questions, determined by the seed. */
export function memories(seed: number, changes: number, absences: number): Memory[] {
  const random = seededRandom(seed)
  const count = Math.ceil(changes / CHANGES_EACH)
  return Array.from({ length: count }, (_, person): Memory => {
    const own = Math.floor((changes + person) / count)
    const missing = Math.floor((absences + person) / count)
    const topics: Topic[] = []
    const told = Array.from({ length: own }, (_, i) => {
      const category = CATEGORIES[(i + person * own) % CATEGORIES.length] ?? CATEGORIES[0]
      const free = ONESELF.filter((kind) => !topics.some((topic) => topic.kind === kind))
      const oneself = free.length > 0 && category !== CATEGORIES[5] && random() < 0.25
      const kind = oneself ? pick(random, free) : pick(random, KINDS)
      const things = kind.things.filter((thing) => !topics.some((topic) => topic.thing === thing))
      const topic = new Topic(random, kind, pick(random, things), MY)
      topics.push(topic)
      return changeOf(random, category, topic, `p${person}t${i}`)
    })
    const asked = [
      ...told.map((one) => one.asked),
      ...Array.from({ length: missing }, (_, i) => absence(random, topics, `p${person}n${i}`)),
    ]
    return {
      lines: shuffled(
        random,
        told.map((one) => one.lines),
      ),
      questions: shuffled(
        random,
        asked.map((one) => [one]),
      ),
    }
  })
}
