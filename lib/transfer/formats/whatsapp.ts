import { calendarTime } from './dates'
import { traceOf } from './parts'
import { type Around, talkOf } from './talk'

/** `[13/02/2026, 10:00:05] Marta: Hi` or `2/13/26, 10:00 AM - Marta: Hi`. */
const LINE =
  /^\u200e?\[?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s[^\]\-–:]{0,6}\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?)(?:\]|\s[-–])\s(?:([^:]{1,80}):\s)?([\s\S]*)$/i
export const isWhatsApp = (line: unknown): line is string => typeof line === 'string' && LINE.test(line)

type Line = { at: string; name: string; text: string }
/** A line without a date continues the message before it. */
function messagesIn(lines: readonly unknown[]): Line[] {
  const messages: Line[] = []
  for (const line of lines.map(String)) {
    const [, at, name = '', text = ''] = LINE.exec(line) ?? []
    const last = messages.at(-1)
    if (at) messages.push({ at, name: name.replace(/^[\u200e\u202a~\s]+/u, ''), text })
    else if (last) last.text += `\n${line}`
  }
  return messages
}

/** Whether the day stands before the month: some date says so, or no date and no clock of twelve hours denies it. */
function isDayFirst(messages: readonly Line[]): boolean {
  const numbers = messages.map(({ at }) => at.split(/[./,\s-]+/).map(Number))
  if (numbers.some(([first = 0]) => first > 12 && first < 32)) return true
  return !numbers.some(([, second = 0]) => second > 12) && !messages.some(({ at }) => /m\.?$/i.test(at))
}

const CHAT = /WhatsApp.*? (?:-|with|mit|con|com|avec|met) (.+?)(?: \(\d+\))?\.(?:txt|zip)$/i
const MEDIA = /^\u200e?(?:<[^<>]+>|.{1,40} omitted)$|^\u200e?(.+\.\w{2,5}) \([^()]+\)$/u

/** A chat that WhatsApp exported as text. Its dates name no time zone. @throws Refusal */
export function readWhatsApp(lines: readonly unknown[], { file, folder }: Around) {
  const messages = messagesIn(lines)
  const dayFirst = isDayFirst(messages)
  const names = new Set(messages.flatMap(({ name }) => name || []))
  const title = CHAT.exec(file)?.[1] ?? CHAT.exec(folder)?.[1] ?? ''
  const [first] = names
  const isMine = (name: string) => (names.size === 2 && names.has(title) ? name !== title : name === first)
  const about = { format: 'whatsapp', title: title || [...names].slice(0, 3).join(', ') } as const
  return talkOf(about, messages, ({ at, name, text }, left) => {
    const media = MEDIA.exec(text.trim())
    // A mark precedes what the program says in somebody's name.
    if (!name || (!media && text.startsWith('\u200e'))) return 'service message'
    const named = media?.[1] ?? media?.[0].match(/[\w-]+\.\w{2,5}/)?.[0] ?? ''
    const time = calendarTime(at.replace(',', ''), dayFirst)
    return {
      part: isMine(name) ? 'user' : 'assistant',
      speaker: name,
      text: media ? traceOf(named, left, /image|photo/i.test(media[0]) || undefined) : text.trim(),
      at: Number.isNaN(time) ? at : time,
    }
  })
}
