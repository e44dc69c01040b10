import { z } from 'zod'
import { speakerNamed } from '@/lib/shared/speakers'
import { type TurnMessage, turnMessageSchema } from '@/lib/shared/turn/messages'
import { section } from './graph-detail'

type Said = { userText: string; answer: string; messages: unknown }
const HEADINGS = { user: 'User message', assistant: 'Answer' } as const

/** The message and answer of a turn, or for an import with names each message under its speaker. */
export function saidSections({ userText, answer, messages }: Said): { title: string; text: string }[] {
  const texts = { user: userText, assistant: answer }
  const read = z.array(turnMessageSchema).safeParse(messages).data ?? []
  const plain = (part: TurnMessage['part']) => section(HEADINGS[part], texts[part])
  return (['user', 'assistant'] as const).flatMap((part) => {
    const own = read.filter((message) => message.part === part)
    if (!own.some(speakerNamed)) return plain(part)
    return own.flatMap((message) =>
      section(speakerNamed(message) ?? HEADINGS[part], texts[part].slice(message.start, message.end)),
    )
  })
}
