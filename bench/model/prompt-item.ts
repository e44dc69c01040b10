import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { parse } from '@/lib/prompts/fence'

/** The text of the last item of a section of the prompt; '' = there is none. */
export function lastItem({ prompt }: LanguageModelV4CallOptions, section: string): string {
  const texts = prompt.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? part.text : [])) : [],
  )
  const items = texts.flatMap(parse).flatMap(({ name, items }) => (name === section ? items : []))
  return items.at(-1)?.text ?? ''
}

/** The name of a topic: its two strongest words. */
export const topicName = (options: LanguageModelV4CallOptions) => ({
  name: lastItem(options, 'words').split(', ').slice(0, 2).join(' and '),
})
