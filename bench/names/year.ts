import { readFileSync } from 'node:fs'
import path from 'node:path'

const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2026, 0, 5, 9)
/** A theme's conversations, in the form that an import reads. */
export type Talk = {
  id: string
  title: string
  messages: { role: 'user' | 'assistant'; content: string; at: string }[]
}

/** A year of conversations with the theme of each title and, `later`, new turns in conversations of their own. */
export function year(): { talks: Talk[]; later: Talk[]; themeOf: Map<string, string> } {
  const text = readFileSync(path.resolve('bench/names/year.txt'), 'utf8')
  const themes = text.split(/^(?=(?:==|\+\+) )/m).map(themeOf)
  const talks = themes.flatMap(({ isLater, titles, said, answers }, t) => {
    const size = Math.ceil(said.length / titles.length)
    // Each theme's conversations are spread over the year, between those of other themes.
    const day = (i: number) => (isLater ? 366 + i : 3 * t + Math.floor((300 / titles.length) * i))
    return titles.map((title, i) => ({
      isLater,
      talk: talkOf(title, said.slice(i * size, (i + 1) * size), answers, day(i)),
    }))
  })
  const more = themes.map(({ titles: [title = ''], more, answers }, t) =>
    talkOf(`${title}, again`, more, answers, 370 + t),
  )
  const of = (isLater: boolean) => talks.flatMap((one) => (one.isLater === isLater ? one.talk : []))
  const byTitle = themes.flatMap(({ titles }) => titles.map((title) => [title, titles[0] ?? ''] as const))
  return {
    talks: of(false),
    themeOf: new Map(byTitle),
    later: [...of(true), ...more.filter(({ messages }) => messages.length)],
  }
}

/** "== TITLE / TITLE" begins a theme, "++" one that comes later. "> " is an answer, "+ " is said later. */
function themeOf(text: string) {
  const [head = '', ...lines] = text.trim().split('\n')
  const marked = (mark: string) =>
    lines.flatMap((line) => (line.startsWith(mark) ? line.slice(mark.length) : []))
  return {
    isLater: head.startsWith('++'),
    titles: head.slice(3).split(' / '),
    said: lines.filter((line) => !/^[+>] /.test(line)),
    answers: marked('> '),
    more: marked('+ '),
  }
}

function talkOf(title: string, said: readonly string[], answers: readonly string[], day: number): Talk {
  const at = (i: number) => new Date(BEGIN + day * DAY_MS + i * 60_000).toISOString()
  const messages = said.flatMap((content, i): Talk['messages'] => [
    { role: 'user', content, at: at(2 * i) },
    { role: 'assistant', content: answers[(day + i) % answers.length] ?? '', at: at(2 * i + 1) },
  ])
  return { id: `${title} ${day}`, title, messages }
}
