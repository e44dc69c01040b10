import { pick, type Random, seededRandom, whole } from '../seed/random'
import { type Conversation, captioned } from './data'

const HOUR = 3_600_000
const WORDS_READ = 400_000

/** Meaningless text from a Markov chain over the words of the data, so each word is as frequent as there. */
export function babbler(
  conversations: readonly Pick<Conversation, 'turns'>[],
  seed: number,
): (words: number) => string {
  const words = conversations
    .flatMap(({ turns }) => turns.map(captioned))
    .join(' \n ')
    .split(/[^\S\n]+/)
    .slice(0, WORDS_READ)
  const next = new Map<string, string[]>()
  for (const [i, word] of words.entries()) {
    const list = next.get(word) ?? []
    list.push(words[i + 1] ?? '\n')
    next.set(word, list)
  }
  const random = seededRandom(seed)
  const starts = next.get('\n') ?? words
  return (count) => {
    const said = [pick(random, starts)]
    while (said.length < count) {
      const following = next.get(said.at(-1) ?? '')
      const word = following ? pick(random, following) : pick(random, starts)
      said.push(word === '\n' ? pick(random, starts) : word)
    }
    return said.filter((word) => word !== '\n').join(' ')
  }
}

const NAMES =
  'Ada Bela Cora Dario Edda Falk Gino Hanne Ilja Jette Kaspar Lone Mio Nele Odo Pia Quirin Runa Sven Thea Ugo Vera Wim Xenia Yara Zeno'.split(
    ' ',
  )
const MESSAGES = 600
const SESSION = 22

/** Conversations with `messages` messages of 8 to 40 words each: about one unit per message. */
export function* filler(
  say: (words: number) => string,
  messages: number,
  seed: number,
): Generator<Pick<Conversation, 'id' | 'turns' | 'speakers'>> {
  const random: Random = seededRandom(seed)
  for (let made = 0; made < messages; made += MESSAGES) {
    const speakers = [pick(random, NAMES), `${pick(random, NAMES)}-${made}`]
    const begin = Date.UTC(2021, 0, 1) + whole(random, 0, 20_000) * HOUR
    const turns = Array.from({ length: Math.min(MESSAGES, messages - made) }, (_, i) => ({
      id: `f${made + i}`,
      session: Math.floor(i / SESSION),
      speaker: speakers[i % 2] ?? '',
      text: say(whole(random, 8, 40)),
      at: new Date(begin + Math.floor(i / SESSION) * 72 * HOUR + (i % SESSION) * 60_000).toISOString(),
    }))
    yield { id: `filler-${seed}-${made}`, speakers, turns }
  }
}
