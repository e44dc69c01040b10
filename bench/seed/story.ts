import { emptyTree, type WorkspaceTree } from '@/lib/shared/workspace'
import { pick, type Random, seededRandom, whole } from './random'
import { answer, file, madeUpName, message } from './vocabulary'

/** work = turns that read and write files, like an agent's; talk = messages only. */
export type Profile = 'work' | 'talk'
/** A statement that a later question needs. `value` occurs in no other text. */
export type Fact = { turn: number; said: string; question: string; value: string }
export type StoryTool = { name: string; args: { path: string; text?: string }; ok: true; result: string }
export type StoryTurn = {
  number: number
  subject: string
  userText: string
  answer: string
  tools: StoryTool[]
  touched: { path: string; content: string }[]
  fact: Fact | null
}

/** Number of turns about one subject. */
const SUBJECT_TURNS = 25
const MAX_FILES = 12

const ATTRIBUTES: readonly [attribute: string, value: (random: Random) => string][] = [
  ['gate code', (r) => `${whole(r, 1000, 9999)}-${pick(r, [...'ABCDEFGHKLMNP'])}`],
  [
    'opening day',
    (r) =>
      `${whole(r, 1, 28)} ${pick(r, ['March', 'April', 'June', 'September', 'October'])} ${whole(r, 2031, 2079)}`,
  ],
  ['meeting place', (r) => `the bench behind ${madeUpName(r)} mill`],
  ['order number', (r) => `${madeUpName(r)}-${whole(r, 10_000, 99_999)}`],
  ['contact person', (r) => `${madeUpName(r)} ${madeUpName(r)}`],
  ['agreed price', (r) => `${whole(r, 1_000, 9_999)} euros and ${whole(r, 10, 99)} cents`],
]

function factOf(random: Random, turn: number, subject: string): Fact {
  const [attribute, choose] = pick(random, ATTRIBUTES)
  const value = choose(random)
  return {
    turn,
    said: `Keep in mind: the ${attribute} of ${subject} is ${value}.`,
    question: `What is the ${attribute} of ${subject}?`,
    value,
  }
}

/**
 * A conversation of any length, turn by turn, determined by the seed. Each block of `factEvery` turns
 * contains one fact at a random turn.
 */
export function* story(options: {
  turns: number
  seed: number
  profile: Profile
  factEvery?: number
}): Generator<StoryTurn> {
  const { turns, seed, profile, factEvery = 50 } = options
  const random = seededRandom(seed)
  const files = new Map<string, string>()
  let subject = madeUpName(random)
  let factAt = whole(random, 1, Math.min(factEvery, turns))
  for (let number = 1; number <= turns; number++) {
    if (number % SUBJECT_TURNS === 0) subject = madeUpName(random)
    const fact = number === factAt ? factOf(random, number, subject) : null
    if (number % factEvery === 0) factAt = number + whole(random, 1, factEvery)
    const said = message(random, subject)
    const userText = fact ? `${said} ${fact.said}` : said
    const tools = profile === 'work' ? work(random, subject, files) : []
    const touched = [...new Set(tools.map((tool) => tool.args.path))].map((path) => ({
      path,
      content: files.get(path) ?? '',
    }))
    yield { number, subject, userText, answer: answer(random, subject), tools, touched, fact }
  }
}

/** Most turns of a working agent read a file, many write one. */
function work(random: Random, subject: string, files: Map<string, string>): StoryTool[] {
  const tools: StoryTool[] = []
  const known = [...files.keys()]
  if (known.length && random() < 0.7) {
    const path = pick(random, known)
    tools.push({ name: 'read_file', args: { path }, ok: true, result: files.get(path) ?? '' })
  }
  if (!known.length || random() < 0.55) {
    const path =
      known.length >= MAX_FILES
        ? pick(random, known)
        : `${subject.toLowerCase()}/${pick(random, ['plan', 'notes', 'budget', 'letter', 'list'])}.md`
    const text = file(random, subject, whole(random, 20, 60))
    files.set(path, text)
    tools.push({ name: 'write_file', args: { path, text }, ok: true, result: `Wrote ${path}.` })
  }
  return tools
}

/** The workspace after each turn of a story. */
export class StoryWorkspace {
  tree: WorkspaceTree = emptyTree()

  constructor(
    private readonly hashOf: (text: string) => string,
    private readonly countTokens: (text: string) => number,
  ) {}

  /** @returns the content hashes before and after the turn, by path. */
  after(turn: StoryTurn): { path: string; from: string | null; to: string; tokens: number }[] {
    const files = { ...this.tree.files }
    const changes = turn.tools.flatMap(({ name, args: { path, text } }) => {
      if (name !== 'write_file' || text === undefined) return []
      const old = files[path]
      const to = this.hashOf(text)
      const tokens = this.countTokens(text)
      files[path] = {
        hash: to,
        bytes: Buffer.byteLength(text),
        tokens,
        version: (old?.version ?? 0) + 1,
        turn: turn.number,
      }
      return [{ path, from: old?.hash ?? null, to, tokens }]
    })
    this.tree = { files, state: this.tree.state }
    return changes
  }
}
