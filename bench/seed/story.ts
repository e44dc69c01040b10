import { pick, type Random, seededRandom, whole } from './random'
import { answer, file, madeUpName, message } from './vocabulary'

/** work = turns that read and write files, like an agent's; talk = messages only. */
type Profile = 'work' | 'talk'
type StoryTool = { name: string; args: { path: string; text?: string }; ok: true; result: string }
export type StoryTurn = {
  number: number
  subject: string
  userText: string
  answer: string
  tools: StoryTool[]
  touched: { path: string; content: string }[]
}

export type StoryOptions = { turns: number; seed: number; profile: Profile }

/** Number of turns about one subject. */
const SUBJECT_TURNS = 25
const MAX_FILES = 12

/** A conversation of any length, turn by turn, determined by the seed. */
export function* story({ turns, seed, profile }: StoryOptions): Generator<StoryTurn> {
  const random = seededRandom(seed)
  const files = new Map<string, string>()
  let subject = madeUpName(random)
  for (let number = 1; number <= turns; number++) {
    if (number % SUBJECT_TURNS === 0) subject = madeUpName(random)
    const userText = message(random, subject)
    const tools = profile === 'work' ? work(random, subject, files) : []
    const touched = [...new Set(tools.map((tool) => tool.args.path))].map((path) => ({
      path,
      content: files.get(path) ?? '',
    }))
    yield { number, subject, userText, answer: answer(random, subject), tools, touched }
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
