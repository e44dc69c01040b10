import { factsOf } from '@/lib/heuristics/facts'
import { type Covered, rollUp } from '@/lib/heuristics/roll-up'
import { summariseTurn } from '@/lib/heuristics/summarise'
import { titleOf } from '@/lib/heuristics/title'
import type { PromptItem } from '@/lib/prompts/fence'
import type { Speakers } from '@/lib/shared/speakers'
import { speakerOf } from './answer/passages'
import type { View } from './view'

const NOT_MATERIAL = new Set(['role', 'tools', 'playbook'])
const HEAD = /^\[Turns? [^\]]*\]\s*/i

const itemsOf = (view: View): PromptItem[] =>
  view.sections.filter((section) => !NOT_MATERIAL.has(section.name)).flatMap((section) => section.items)
const by = (items: readonly PromptItem[], who: string) =>
  items.filter((item) => item.attributes.who === who).map((item) => item.text)

/** What the user said in the material: its `who=user` items, else the task, else all of it. */
const userText = (view: View): string =>
  by(itemsOf(view), 'user').join('\n') ||
  itemsOf(view)
    .map((item) => item.text)
    .join('\n')

function speakersIn(items: readonly PromptItem[]): Speakers {
  const named = (who: 'user' | 'assistant') =>
    items
      .filter(({ attributes }) => attributes.who === who)
      .flatMap(({ attributes }) => speakerOf(attributes) || [])[0]
  const [user, assistant] = [named('user'), named('assistant')]
  return { ...(user ? { user } : {}), ...(assistant ? { assistant } : {}) }
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

const MAKERS: Record<string, (view: View) => unknown> = {
  title: (view) => ({ title: titleOf(userText(view)) }),
  facts: (view) => ({
    facts: factsOf(userText(view)).map(({ subject, predicate, object, confidence, validFrom, quote }) => ({
      subject,
      predicate,
      object,
      confidence,
      ...(validFrom ? { validFrom } : {}),
      quote,
    })),
  }),
  turn_summary: (view) => {
    const items = itemsOf(view)
    const thoughts = items
      .filter((item) => item.attributes.kind === 'thought' || item.attributes.who === 'thought')
      .map((item) => item.text)
    const tools = items
      .filter((item) => item.attributes.who === 'tool')
      .map(({ attributes, text }) => ({
        name: attributes.name ?? '',
        args: { path: attributes.path ?? attributes.file },
        ok: attributes.ok !== 'false',
        result: text,
      }))
    return summariseTurn({
      userText: userText(view),
      answer: by(items, 'assistant').join('\n'),
      speakers: speakersIn(items),
      thoughts,
      tools,
    })
  },
  rollup_summary: (view) => rollUp(itemsOf(view).map(coveredIn)),
}

/**
 * The structured output of that name as JSON. A name without a rule gives a sentence, which is no JSON: the
 * caller's repair or fallback decides.
 */
export function structured(name: string, view: View): string {
  const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
  return make ? JSON.stringify(make(view)) : 'The built-in engine has no rule for this output.'
}
