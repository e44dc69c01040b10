import { afterEach, describe, expect, it } from 'vitest'
import { type Harness, harness, ScriptedModels, sectionsIn } from '@/lib/agent/testing'
import { changeOps } from '@/lib/db/engine/changes'
import { statementOps } from '@/lib/db/facts/save'
import { manifestSchema } from '@/lib/db/turns/steps'
import { saveSetting } from '@/lib/settings/layers'
import type { TurnOptions } from '@/lib/shared/schemas'

let h: Harness
afterEach(() => h.close())

type Known = readonly [
  subject: string,
  predicate: string,
  object: string,
  more?: { from?: string; quote?: string },
]
/** A person of whom facts are known, and what each call is told. */
async function person(...known: Known[]) {
  h = await harness(() => ({ text: 'Noted.' }))
  Object.assign(h.deps.models, { offline: false })
  const first = await h.say('a', 'Hello there, I have much to tell.', { depth: 'moderate' })
  await h.db.$transaction([
    ...statementOps(
      h.db,
      h.ownerId,
      known.map(([subject, predicate, object, { from, quote = null } = {}], i) => ({
        ...{ id: `fact_${i}`, subject, predicate, object, confidence: 1, quote, turnId: first.id },
        ...({ origin: 'model', status: 'active', from: new Date(from ?? first.createdAt) } as const),
      })),
    ),
    ...changeOps(h.db, h.ownerId, [{ kind: 'fact', refId: first.id, op: 'put' }]),
  ])
  return async (text: string, options: TurnOptions, conversation = 'b') => {
    const models = new ScriptedModels(({ exchanges, tools }) =>
      tools.length && !exchanges.length
        ? { calls: [{ name: 'lookup_facts', args: { subject: 'user' } }] }
        : { text: 'Noted.' },
    )
    models.offline = false
    h.deps.models = models
    h.runtime.advance(60_000)
    const turn = await h.say(conversation, text, options)
    const [request] = models.requests
    const sections = request ? sectionsIn(request) : []
    const lines = (name: string) =>
      sections.find((one) => one.name === name)?.items.map((item) => item.text.split('\n')[0]) ?? []
    const sent = JSON.stringify(models.requests)
    return {
      turn,
      sent,
      sections: sections.map(({ name }) => name),
      profile: lines('profile'),
      facts: lines('facts'),
      user: request?.user ?? '',
    }
  }
}
const CELIAC = ['user', 'diagnosed with', 'celiac disease'] as const
const HOME = ['user', 'lives in', 'Leiden'] as const
const MODERATE = { depth: 'moderate' } as const

describe('the profile', () => {
  it('is in the first prompt of every depth, before summaries and window, whatever the message names', async () => {
    const ask = await person(CELIAC, HOME, ['sister', 'lives in', 'Rome'])
    for (const depth of ['moderate', 'complex', 'deep'] as const) {
      const { profile, sections } = await ask('Where in Rome does my sister live?', { depth })
      expect(profile).toEqual(['user: diagnosed with = celiac disease', 'user: lives in = Leiden'])
      expect(sections[0]).toBe('profile')
    }
    expect((await ask('Thanks, that helps!', { depth: 'simple' })).profile).toEqual([
      'user: diagnosed with = celiac disease',
    ])
  })

  it('is not there when recall is off', async () => {
    const ask = await person(CELIAC)
    const { profile, facts } = await ask('What can I eat?', { ...MODERATE, recall: 'off' }, 'a')
    expect([profile, facts]).toEqual([[], []])
    const here = await ask('What can I eat?', { ...MODERATE, recall: 'conversation' }, 'a')
    expect([here.profile, here.facts]).toEqual([[], ['user: diagnosed with = celiac disease']])
  })

  it('has no labels, so what a recalled sentence changed to is said with that sentence', async () => {
    const ask = await person()
    const told = await h.say('c', 'I live in Lisbon, beside the river.', MODERATE)
    h.runtime.advance(60_000)
    const home = { subject: 'user', predicate: 'lives in', confidence: 1, status: 'active' } as const
    const from = told.createdAt
    const now = h.runtime.now()
    await h.db.$transaction([
      ...statementOps(h.db, h.ownerId, [
        {
          ...{ ...home, id: 'old', object: 'Lisbon', origin: 'model', from, turnId: told.id },
          quote: 'I live in Lisbon',
        },
        {
          ...{ ...home, id: 'new', object: 'Porto', origin: 'person', from: now, turnId: null },
          ...{ quote: null, writtenAt: now },
        },
      ]),
      ...changeOps(h.db, h.ownerId, [{ kind: 'fact', refId: told.id, op: 'put' }]),
    ])
    const { turn, profile, user } = await ask('Is there a river where I live?', MODERATE)
    expect(profile).toEqual(['user: lives in = Porto (before: Lisbon)'])
    expect(user).toMatch(/ \(later changed: now "user: lives in = Porto"\)\n\| I live in Lisbon/)
    const [step] = await h.db.step.findMany({ where: { turnId: turn.id } })
    const parts = manifestSchema.parse(step?.manifest).user.filter(({ section }) => section === 'recalled')
    expect(parts.flatMap(({ sources = [] }) => sources)).toContainEqual({ kind: 'fact', id: 'new' })
  })
})

describe('the words of a fact', () => {
  it('are quoted once, and not where the prompt has them anyway', async () => {
    const quote = 'I have much to tell'
    const ask = await person(['boat', 'colour', 'red', { quote }], ['boat', 'length', '9 m', { quote }])
    const times = async (conversation: string) => {
      const { facts, user } = await ask('What is my boat like?', MODERATE, conversation)
      expect(facts).toHaveLength(2)
      return user.split(`| ${quote}`).length - 1
    }
    expect([await times('b'), await times('a')]).toEqual([1, 0])
  })
})

describe('“Never send health facts to this provider”', () => {
  it('keeps them out of profile, facts and results of tools', async () => {
    const quote = 'I live in Leiden and have celiac disease.'
    const ask = await person(
      [...CELIAC, { quote }],
      [...HOME, { quote }],
      ['user', 'likes', 'pasta', { quote }],
    )
    await saveSetting(h.db, h.ownerId, 'user', 'provider.withoutHealth', true)
    const { sent, profile, facts } = await ask('What pasta can I eat in Leiden?', MODERATE)
    expect([profile, facts]).toEqual([['user: lives in = Leiden'], ['user: likes = pasta']])
    expect(sent).toContain('lookup_facts')
    expect(sent).not.toContain('celiac')
    await saveSetting(h.db, h.ownerId, 'user', 'provider.withoutHealth', false)
    expect((await ask('What pasta can I eat?', MODERATE)).profile).toContain(
      'user: diagnosed with = celiac disease',
    )
  })
})
