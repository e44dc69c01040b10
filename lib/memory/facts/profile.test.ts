import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/model/tokens'
import { buildSection } from '@/lib/prompts/fence'
import { limits } from '@/lib/shared/limits'
import { tellsHealth, withoutHealth } from './known-facts'
import { PROFILE_NOTE, profileOf } from './profile'
import { aStatement as said } from './testing'
import { latest, timelineOf } from './timeline'

const NOW = new Date('2026-06-01T12:00:00Z')
const factsOf = (...statements: ReturnType<typeof said>[]) => timelineOf(statements, NOW)
const linesOf = (facts: ReturnType<typeof factsOf>, isSimple = false) =>
  profileOf(facts, 'UTC', countTokens, isSimple).map(({ item: { attributes, text } }) =>
    [text, ...Object.entries(attributes).map(([name, day]) => `${name} ${day}`)].join(', '),
  )
const linesFor = (...statements: ReturnType<typeof said>[]) => linesOf(factsOf(...statements))
const own = (predicate: string, object: string, day = 1) => said(day, 'user', predicate, object)

describe('the profile of a person', () => {
  it('has health, allergies and diet first, then name, family, work, home and languages', () => {
    const lines = linesFor(
      own('speaks', 'Dutch'),
      own('lives in', 'Leiden'),
      own('works at', 'Alrijne'),
      own('wife', 'Anna'),
      own('name', 'Bram'),
      own('diet', 'vegetarian'),
      own('allergic to', 'nuts'),
      own('diagnosed with', 'celiac disease'),
      own('likes', 'jazz'),
      said(1, 'kitchen', 'builder', 'Kramer'),
    )
    expect(lines).toEqual([
      'user: diagnosed with = celiac disease',
      'user: allergic to = nuts',
      'user: diet = vegetarian',
      'user: name = Bram',
      'user: wife = Anna',
      'user: works at = Alrijne',
      'user: lives in = Leiden',
      'user: speaks = Dutch',
    ])
  })

  it('has current values alone, with when they began and what comes after them', () => {
    expect(
      linesFor(
        own('works at', 'Philips', 1),
        own('works at', 'Alrijne', 2),
        own('lives in', 'Leiden', 2),
        said(3, 'user', 'works at', 'LUMC', { from: new Date('2027-02-01') }),
        said(4, 'user', 'diagnosed with', 'asthma', { from: new Date('2019-01-01') }),
        own('lives in', 'not Leiden', 5),
      ),
    ).toEqual([
      'user: diagnosed with = asthma, since 2019-01-01',
      'user: works at = Alrijne (before: Philips) (from 2027-02-01: LUMC)',
    ])
  })

  it('has the family and pets with their names and their health, and nobody else’s', () => {
    const lines = linesFor(
      own('daughter', 'Mia'),
      said(2, 'Mia', 'allergic to', 'peanuts'),
      said(3, 'dog', 'name', 'Rex'),
      said(4, 'older sister', 'diagnosed with', 'epilepsy'),
      said(5, 'sister', 'works at', 'Philips'),
      said(6, 'colleague', 'allergic to', 'cats'),
      said(7, 'knee', 'operated on', 'May 2025'),
    )
    expect(lines).toEqual([
      'knee: operated on = May 2025',
      'Mia: allergic to = peanuts',
      'older sister: diagnosed with = epilepsy',
      'user: daughter = Mia',
      'dog: name = Rex',
    ])
  })

  it('has what the person pinned, whatever it is', () => {
    const pinned = said(1, 'boat', 'berth', '12', { pinned: true })
    expect(linesFor(pinned, own('likes', 'jazz'))).toEqual(['boat: berth = 12'])
    expect(linesFor(pinned, said(2, 'boat', 'berth', '12'))).toEqual(['boat: berth = 12, since 2026-05-01'])
  })

  it('is within its tokens, in whole lines, and no kind takes the room of the others', () => {
    const many = ['diagnosed with', 'allergic to', 'avoids'].flatMap((predicate) =>
      Array.from({ length: 30 }, (_, i) => own(predicate, `some thing of number ${i}`, i + 1)),
    )
    const long = own('allergic to', 'word '.repeat(300).trim(), 31)
    const facts = factsOf(long, own('name', 'Bram'), own('wife', 'Anna'), ...many)
    const profile = profileOf(facts, 'UTC', countTokens)
    const section = buildSection({
      name: 'profile',
      note: PROFILE_NOTE,
      items: profile.map(({ item }) => item),
    })
    expect(countTokens(section)).toBeLessThanOrEqual(limits.prompt.sections.profile)
    const lines = profile.map(({ item }) => item.text)
    expect(lines).toEqual(expect.arrayContaining(['user: name = Bram', 'user: wife = Anna']))
    const count = (words: string) => lines.filter((line) => line.includes(words)).length
    expect([count('diagnosed') >= 3, count('diagnosed') <= 5, count('allergic') >= 2]).toEqual([
      true,
      true,
      true,
    ])
    expect(lines).not.toContainEqual(expect.stringContaining('word'))
  })

  it('is health and name alone for a simple message', () => {
    const facts = factsOf(own('takes', 'metformin'), own('works at', 'LUMC'), own('name', 'Bram'))
    expect(linesOf(facts, true)).toEqual(['user: takes = metformin', 'user: name = Bram'])
  })

  it('names the statements and turns of its values and of the dates on which they change', () => {
    const facts = factsOf(
      own('works at', 'Alrijne', 1),
      said(3, 'user', 'works at', 'LUMC', { from: new Date('2027-02-01') }),
    )
    const ids = profileOf(facts, 'UTC', countTokens).flatMap(({ sources }) =>
      sources.map((one) => 'id' in one && one.id),
    )
    expect(ids).toEqual(['fact_1', 'turn_1', 'fact_3', 'turn_3'])
  })
})

describe('facts for a service that gets none about health', () => {
  it('are the others, without the words in which health is said too', () => {
    const quote = 'I am a baker with asthma.'
    const facts = factsOf(
      said(1, 'user', 'works as', 'baker', { quote }),
      said(1, 'user', 'diagnosed with', 'asthma', { quote }),
      said(2, 'daughter', 'allergic to', 'nuts'),
      said(3, 'user', 'has', 'type 1 diabetes'),
      said(4, 'knee', 'operated on', 'May 2025'),
      said(5, 'user', 'lives in', 'York', { quote: 'I live in York.' }),
      said(6, 'user', 'has', 'Hashimoto'),
      said(7, 'user', 'trains for', 'a run, slowly because of my lupus'),
      said(8, 'user', 'plays', 'chess', { quote: 'I play chess when my MS allows it.' }),
    )
    expect(withoutHealth(facts).map((fact) => [latest(fact).object, latest(fact).quote])).toEqual([
      ['baker', null],
      ['York', 'I live in York.'],
      ['chess', null],
    ])
  })

  it('are not told by a passage either: of a turn with a fact of health, or that names an illness', () => {
    const tells = tellsHealth(
      factsOf(said(1, 'user', 'takes', 'metformin'), said(2, 'user', 'lives in', 'York')),
    )
    const of = (day: number, text: string) => tells(text, `turn_${day}`)
    expect([of(1, 'With breakfast.'), of(2, 'I live in York.'), of(2, 'My asthma is back.')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
