import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { structured } from '@/lib/model/offline/structured'
import { partText, viewOf } from '@/lib/model/offline/view'
import { countTokens } from '@/lib/model/tokens'
import { parse } from '@/lib/prompts/fence'

/** The text of the last item of a section of the prompt; '' = there is none. */
export function lastItem({ prompt }: LanguageModelV4CallOptions, section: string): string {
  const texts = prompt.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? part.text : [])) : [],
  )
  const items = texts.flatMap(parse).flatMap(({ name, items }) => (name === section ? items : []))
  return items.at(-1)?.text ?? ''
}

/** The built-in engine's notes on a turn. */
export const engineNotes = (options: LanguageModelV4CallOptions): object =>
  JSON.parse(structured('turn_notes', viewOf(options)))

/** The name of a topic: its two strongest words. */
export const topicName = (options: LanguageModelV4CallOptions) => ({
  name: lastItem(options, 'words').split(', ').slice(0, 2).join(' and '),
})

const formOf = (format: LanguageModelV4CallOptions['responseFormat']) =>
  format?.type === 'json' ? JSON.stringify(format) : ''

/**
 * Streams a reply and reports real token counts: those of a service that counts far less than was sent are
 * taken for a context that cuts prompts.
 */
export function streamReply(options: LanguageModelV4CallOptions, reply: ScriptedTurn) {
  const { prompt, tools = [], responseFormat } = options
  const texts = prompt.map(({ content }) =>
    typeof content === 'string' ? content : content.map(partText).join('\n'),
  )
  const usage = {
    inputTokens: countTokens(
      [...texts, ...tools.map((tool) => JSON.stringify(tool)), formOf(responseFormat)].join('\n'),
    ),
    outputTokens: countTokens(JSON.stringify([reply.text, reply.calls])),
  }
  return new ScriptedModel([{ ...reply, usage }]).doStream(options)
}
