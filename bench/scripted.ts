import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider'
import { structured } from '@/e2e/support/noting-engine'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { partText, viewOf } from '@/lib/model/offline/view'
import { countTokens } from '@/lib/model/tokens'
import { parse } from '@/lib/prompts/fence'

/** A model that only streams: Mneme streams every call. */
export abstract class StreamedModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'bench'
  readonly modelId = 'bench'
  readonly supportedUrls = {}

  abstract doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult>

  doGenerate(): Promise<LanguageModelV4GenerateResult> {
    return Promise.reject(new Error('Mneme streams every call'))
  }
}

function itemsOf({ prompt }: LanguageModelV4CallOptions, section: string) {
  const texts = prompt.flatMap((message) =>
    message.role === 'user' ? message.content.flatMap((part) => (part.type === 'text' ? part.text : [])) : [],
  )
  return texts.flatMap(parse).flatMap(({ name, items }) => (name === section ? items : []))
}
/** The text of the last item of a section of the prompt; '' = there is none. */
export const lastItem = (options: LanguageModelV4CallOptions, section: string): string =>
  itemsOf(options, section).at(-1)?.text ?? ''

/** The built-in engine's notes on a turn. */
export const engineNotes = (options: LanguageModelV4CallOptions): object =>
  JSON.parse(structured('turn_notes', viewOf(options)))

/** The beginnings of the summaries that are rolled up into one. */
export const rolledUp = (options: LanguageModelV4CallOptions) => ({
  summary: itemsOf(options, 'summaries')
    .map(({ text }) => text.slice(0, 100))
    .join(' '),
})

/** Names of topics: how their first sentences begin. */
export const topicName = (options: LanguageModelV4CallOptions) => ({
  names: itemsOf(options, 'topics').map(({ text }, i) => ({
    topic: i + 1,
    name: text.split(/\s+/).slice(0, 3).join(' '),
  })),
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
