import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { findFacts } from '@/lib/heuristics/fact-finding/find-facts'
import { type Covered, rollUpExtractively } from '@/lib/heuristics/roll-up'
import { summariseExtractively } from '@/lib/heuristics/summarise'
import { titleOf } from '@/lib/heuristics/titles/title'
import { speakerOf } from '@/lib/model/offline/answer/passages'
import { OfflineModel } from '@/lib/model/offline/offline-model'
import { itemsIn, type View, viewOf } from '@/lib/model/offline/view'
import type { PromptItem } from '@/lib/prompts/fence'
import type { Speakers } from '@/lib/shared/speakers'
import { ScriptedModel } from './scripted-model'

const HEAD = /^\[Turns? [^\]]*\]\s*/i

const textsBy = (items: readonly PromptItem[], who: string) =>
  items.filter((item) => item.attributes.who === who).map((item) => item.text)

/** What the user said, else everything. */
const userText = (items: readonly PromptItem[]): string =>
  textsBy(items, 'user').join('\n') || items.map((item) => item.text).join('\n')

function speakersIn(items: readonly PromptItem[]): Speakers {
  const speakers: Speakers = {}
  for (const { attributes } of items) {
    const name = speakerOf(attributes)
    if (name) speakers[attributes.who === 'user' ? 'user' : 'assistant'] ??= name
  }
  return speakers
}

function coveredIn({ attributes, text }: PromptItem): Covered {
  const [summary = '', insights = ''] = text.replace(HEAD, '').split(/\n(?=Insights: )/)
  const from = Number(attributes.turn ?? attributes.from ?? 0)
  return {
    from,
    to: Number(attributes.to ?? from),
    summary,
    insights: insights.replace('Insights: ', '').split('; ').filter(Boolean),
  }
}

/** What the built-in engine's rules give for the structured output of this name, as JSON. */
export function structured(name: string, view: View): string {
  const items = itemsIn(view, name === 'rollup_summary' ? 'summaries' : 'turn')
  if (name === 'rollup_summary') return JSON.stringify(rollUpExtractively(items.map(coveredIn)))
  const facts = () => findFacts(textsBy(items, 'user').join('\n'), textsBy(itemsIn(view, 'before'), 'user'))
  if (name === 'facts') return JSON.stringify({ facts: facts() })
  if (name !== 'turn_summary' && name !== 'turn_notes')
    return 'The built-in engine cannot produce this output.'
  const tools = items
    .filter((item) => item.attributes.who === 'tool')
    .map(({ attributes, text }) => ({
      name: attributes.name ?? '',
      args: {},
      ok: attributes.ok !== 'false',
      result: text,
    }))
  const summary = summariseExtractively({
    userText: userText(items),
    answer: textsBy(items, 'assistant').join('\n'),
    speakers: speakersIn(items),
    thoughts: textsBy(items, 'thought'),
    tools,
  })
  if (name === 'turn_summary') return JSON.stringify(summary)
  const verdict = { label: 'unknown', confidence: 0, reason: '' }
  return JSON.stringify({ facts: facts(), ...summary, verdict, tags: [], title: titleOf(userText(items)) })
}

/** The built-in engine as the model of a service, which is asked for notes too. */
export class NotingEngine extends OfflineModel {
  override async doStream(options: LanguageModelV4CallOptions) {
    const { responseFormat: format } = options
    if (format?.type !== 'json') return super.doStream(options)
    return new ScriptedModel([{ text: structured(format.name ?? '', viewOf(options)) }]).doStream(options)
  }
}
