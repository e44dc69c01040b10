import { describe, expect, it } from 'vitest'
import { isDenial } from '@/lib/shared/memory/facts'
import { relevantFacts } from './relevant'
import { replacements } from './replaced'
import { aStatement as said } from './testing'
import {
  type Fact,
  heldSince,
  isSaidByNext,
  latest,
  rowNames,
  standing,
  timelineOf,
  valueBefore,
} from './timeline'

const timeline = (statements: Parameters<typeof timelineOf>[0], now = '2026-05-31') =>
  timelineOf(statements, new Date(now))

const words = (facts: readonly Fact[]) =>
  facts.map((fact) => {
    const { subject, predicate, object } = latest(fact)
    return `${subject} ${predicate} ${object}${fact.until ? ` until ${fact.until.getUTCDate()}` : ''}`
  })

describe('what holds', () => {
  it('is the latest value of what has one value at a time', () => {
    const facts = timeline([said(1, 'cat', 'name', 'Miso'), said(4, 'cat', 'name', 'Mochi')])
    expect(words(facts)).toEqual(['cat name Miso until 4', 'cat name Mochi'])
    expect(facts[1]?.before).toBe(facts[0])
  })

  it('is every value of what may have many, until one is said to be over', () => {
    const likes = [said(1, 'user', 'likes', 'tea'), said(2, 'user', 'likes', 'jam')]
    expect(words(timeline(likes))).toEqual(['user likes tea', 'user likes jam'])
    expect(words(timeline([...likes, said(5, 'user', 'likes', 'not tea')]))).toEqual([
      'user likes tea until 5',
      'user likes jam',
      'user likes not tea',
    ])
  })

  it('is not looked for for ever where a turn denies what it says itself', () => {
    const [tea, none] = timeline([said(1, 'user', 'drinks', 'tea'), said(1, 'user', 'drinks', 'not tea')])
    expect([tea?.until, none?.next]).toEqual([expect.any(Date), tea])
  })

  it('is the last value of what was replaced twice, also for the turn that told the first one', () => {
    const budget = (day: number, object: string, ms = 0) =>
      said(day, 'user', 'hotel budget', object, {
        id: `fact_${day}_${ms}`,
        from: new Date(Date.UTC(2026, 4, day) + ms),
        at: new Date(Date.UTC(2026, 4, day) + ms),
      })
    const facts = timeline([
      ...[budget(1, '120'), budget(3, 'not 120'), budget(3, '150', 1)],
      ...[budget(5, 'not 150'), budget(5, '180', 1)],
    ])
    const first = replacements(facts).byTurn.get('turn_1') ?? []
    expect(words(first.map(({ now }) => now))).toEqual(['user hotel budget 180'])
  })

  it('is not a value that replaced another one and is over itself', () => {
    const budget = (day: number, object: string, ms = 0) =>
      said(day, 'user', 'hotel budget', object, {
        id: `fact_${day}_${ms}`,
        at: new Date(Date.UTC(2026, 4, day) + ms),
      })
    const facts = timeline([
      budget(1, '120'),
      budget(3, 'not 120'),
      budget(3, '150', 1),
      budget(5, 'not 150'),
    ])
    const first = replacements(facts).byTurn.get('turn_1') ?? []
    expect(first.map(({ now }) => latest(now).object)).toEqual(['not 150'])
  })

  it('is liking or disliking a thing, whichever was said last', () => {
    const likes = [said(1, 'user', 'likes', 'coriander'), said(2, 'user', 'likes', 'jam')]
    const hates = said(4, 'user', 'dislikes', 'coriander')
    expect(words(timeline([...likes, hates]))).toEqual([
      'user likes coriander until 4',
      'user likes jam',
      'user dislikes coriander',
    ])
    expect(words(timeline([hates, said(6, 'user', 'enjoys', 'Coriander')]))).toEqual([
      'user dislikes coriander until 6',
      'user enjoys Coriander',
    ])
  })

  it('is one fact however often it is said, and another one when it comes back', () => {
    const facts = timeline([
      said(1, 'cat', 'name', 'Miso'),
      said(2, 'cat', 'name', 'miso.'),
      said(3, 'cat', 'name', 'Mochi'),
      said(4, 'cat', 'name', 'Miso'),
    ])
    expect(words(facts)).toEqual(['cat name miso. until 3', 'cat name Mochi until 4', 'cat name Miso'])
    expect(facts[0]?.statements).toHaveLength(2)
  })

  it('is the earlier value again without the statement that replaced it', () => {
    const [first] = timeline([said(1, 'cat', 'name', 'Miso')])
    expect(first?.until).toBeNull()
  })

  it('ends by a denial of its noun, unless that could be one of several', () => {
    const cars = [said(1, 'user', 'owns', 'red car'), said(2, 'user', 'owns', 'blue car')]
    const sold = said(5, 'user', 'owns', 'not car')
    expect(words(timeline([...cars.slice(0, 1), sold]))).toEqual([
      'user owns red car until 5',
      'user owns not car',
    ])
    expect(words(timeline([...cars, sold])).slice(0, 2)).toEqual(['user owns red car', 'user owns blue car'])
    expect(words(timeline([sold, said(7, 'user', 'owns', 'green car')]))).toEqual([
      'user owns not car until 7',
      'user owns green car',
    ])
  })

  it('is listed with what ended it under another name, and with what came after that', () => {
    const owns = (...objects: string[]) => {
      const facts = timeline(objects.map((object, i) => said(i + 1, 'user', 'owns', object)))
      return facts.map(rowNames(facts)).map((row) => row.split('\n').at(-1))
    }
    expect(owns('red car', 'boat', 'not car')).toEqual(['car', 'boat', 'car'])
    expect(owns('red car', 'not car', 'blue car')).toEqual(['blue car', 'blue car', 'blue car'])
    expect(owns('red car', 'not car', 'red car', 'not car')).toEqual(['car', 'car', 'car', 'car'])
  })

  it('begins anew when it is said again after it ended', () => {
    const [car, sold] = [said(1, 'user', 'owns', 'red car'), said(2, 'user', 'owns', 'not car')]
    expect(words(timeline([car, sold, said(3, 'user', 'owns', 'red car')]))).toEqual([
      'user owns red car until 2',
      'user owns not car until 3',
      'user owns red car',
    ])
  })

  it('is what was said last, since the date that was said', () => {
    const from = new Date(Date.UTC(2024, 2, 1))
    const facts = timeline([
      said(1, 'user', 'lives in', 'Leeds'),
      said(4, 'user', 'lives in', 'York', { from }),
      said(6, 'user', 'lives in', 'York'),
    ])
    expect(words(facts)).toEqual(['user lives in Leeds until 4', 'user lives in York'])
    expect(facts.map(heldSince)).toEqual([new Date(Date.UTC(2026, 4, 1)), from])
  })

  it('of two subjects is apart', () => {
    expect(words(timeline([said(1, 'cat', 'name', 'Miso'), said(2, 'dog', 'name', 'Rex')]))).toEqual([
      'cat name Miso',
      'dog name Rex',
    ])
  })
})

describe('what begins on a day to come', () => {
  const works = (day: number, where: string, from?: string) =>
    said(day, 'user', 'works at', where, from ? { from: new Date(from) } : {})
  const [alrijne, lumc] = [works(1, 'Alrijne'), works(4, 'LUMC', '2027-02-01')]
  const states = (statements: Parameters<typeof timelineOf>[0], now: string) =>
    timeline(statements, now).map((fact) => {
      const { until, coming, next } = fact
      const end = until?.toISOString().slice(0, 10)
      return `${latest(fact).object}${end ? ` until ${end}` : ''}${coming ? ' coming' : ''}${next ? ' ending' : ''}`
    })

  it('leaves the old value current until then', () => {
    expect(states([alrijne, lumc], '2027-01-31T23:00')).toEqual(['Alrijne ending', 'LUMC coming'])
    expect(states([alrijne, lumc], '2027-02-01T00:00')).toEqual(['Alrijne until 2027-02-01', 'LUMC'])
    expect(
      timeline([alrijne, lumc])[1]?.before && words([timeline([alrijne, lumc])[1]?.before as Fact]),
    ).toEqual(['user works at Alrijne'])
  })

  it('begins by the day of the person', () => {
    const at = (now: string, zone: string) => timelineOf([alrijne, lumc], new Date(now), zone)[1]?.coming
    expect([
      at('2027-01-31T16:00:00Z', 'Asia/Tokyo'),
      at('2027-02-01T04:00:00Z', 'America/Los_Angeles'),
    ]).toEqual([false, true])
  })

  it('may be moved, replaced or called off before', () => {
    const moved = works(6, 'LUMC', '2027-03-01')
    expect(states([alrijne, lumc, moved], '2027-02-10')).toEqual(['Alrijne ending', 'LUMC coming'])
    const then = works(6, 'AMC', '2027-03-01')
    expect(states([alrijne, lumc, then], '2027-01-10')).toEqual([
      'Alrijne ending',
      'LUMC coming ending',
      'AMC coming',
    ])
    expect(states([alrijne, lumc, then], '2027-02-10')).toEqual([
      'Alrijne until 2027-02-01',
      'LUMC ending',
      'AMC coming',
    ])
    const other = works(6, 'AMC', '2027-02-01')
    expect(states([alrijne, lumc, other], '2027-01-10')).toEqual([
      'Alrijne ending',
      'LUMC until 2026-05-06',
      'AMC coming',
    ])
    const plan = timeline([alrijne, lumc, other], '2027-04-01')[2] as Fact
    expect(words([valueBefore(plan) as Fact])).toEqual(['user works at Alrijne until 1'])
    expect(states([alrijne, lumc, works(6, 'not LUMC')], '2027-02-10')).toEqual([
      'Alrijne',
      'LUMC until 2026-05-06',
      'not LUMC until 2026-05-06',
    ])
  })

  it('stays to come when something else holds until then, and is not closed by it', () => {
    expect(states([alrijne, lumc, works(8, 'Zeta')], '2026-12-01')).toEqual([
      'Alrijne until 2026-05-08',
      'LUMC coming',
      'Zeta ending',
    ])
  })
})

describe('what was so before', () => {
  const formerly = (...statements: ReturnType<typeof said>[]) => {
    const now = timeline(statements).findLast((fact) => fact.until === null && !isDenial(latest(fact)))
    const found = now && valueBefore(now)
    return found ? latest(found).object : null
  }
  const builder = (day: number, object: string, turn = day) =>
    said(day, 'kitchen', 'builder', object, {
      said: { ...said(turn, '', '', '').said, turnId: `turn_${turn}` } as never,
    })

  it('is a value, and never a denial', () => {
    expect(
      formerly(
        said(1, 'cat', 'name', 'Miso'),
        said(2, 'cat', 'name', 'not Miso'),
        said(3, 'cat', 'name', 'Mochi'),
      ),
    ).toBe('Miso')
    expect(formerly(builder(1, 'Van Dijk'), builder(3, 'not Van Dijk', 3), builder(4, 'Kramer', 3))).toBe(
      'Van Dijk',
    )
    expect(formerly(builder(1, 'Van Dijk'), builder(3, 'Kramer', 3), builder(4, 'not Van Dijk', 3))).toBe(
      'Van Dijk',
    )
    expect(formerly(builder(1, 'Van Dijk'), builder(4, 'Kramer'))).toBeNull()
    const likes = (object: string) => said(3, 'user', 'likes', object)
    expect(formerly(said(1, 'user', 'likes', 'tea'), likes('not tea'), likes('jazz'))).toBeNull()
  })

  it.each(['takes', 'has', 'allergic to', 'owns', 'likes'])(
    'is what a sentence puts another value of %s in the place of',
    (predicate) => {
      const one = (day: number, object: string, given = {}) => said(day, 'user', predicate, object, given)
      const quote = 'I take 100 instead of 75.'
      const from = new Date(Date.UTC(2026, 4, 4))
      const change = [one(3, 'not the 75', { quote, from }), one(3, '100', { quote, from })]
      const [old, , now] = timeline([one(1, 'the 75'), ...change, one(3, '5 of something else')])
      expect(words([old, valueBefore(now as Fact)] as Fact[])).toEqual(Array(2).fill(words([old as Fact])[0]))
      const facts = timeline([one(1, 'the 75'), ...change])
      expect(words(relevantFacts(facts, `What do I ${predicate}, 75 or 100?`))).toEqual([
        `user ${predicate} 100`,
      ])
      // Until it begins, the old value is shown with the new one, not with a denial.
      const before = timeline([one(1, 'the 75'), ...change], '2026-05-03T12:00')
      expect(latest(standing(before[0]?.next as Fact)).object).toBe('100')
      expect(formerly(...change, one(3, '5 of something else'))).toBeNull()
    },
  )
})

describe('the facts that a message is about', () => {
  const facts = timeline([
    said(1, 'cat', 'name', 'Miso'),
    said(2, 'cat', 'name', 'Mochi'),
    said(3, 'cat', 'age', '4'),
    said(4, 'user', 'lives in', 'Galway'),
    said(5, 'user', 'diet', 'vegan'),
    said(6, 'sister', 'lives in', 'Rome'),
    said(7, 'user', 'likes', 'jazz'),
  ])
  it.each([
    ['What is my cat called?', ['cat name Mochi', 'cat age 4']],
    ['How old is Mochi?', ['cat age 4', 'cat name Mochi']],
    ['Where do I live?', ['user lives in Galway']],
    ['Any idea for dinner?', ['user diet vegan']],
    ['Where does my sister live?', ['sister lives in Rome', 'user lives in Galway']],
    ['What is the capital of France?', []],
    ['What do I like?', ['user likes jazz']],
    ['What do I really love?', ['user likes jazz']],
    ['What does my sister like?', ['sister lives in Rome']],
    [
      'What do you know about me?',
      [
        ...['user likes jazz', 'user diet vegan', 'user lives in Galway'],
        ...['sister lives in Rome', 'cat age 4', 'cat name Mochi'],
      ],
    ],
  ])('“%s”', (message, expected) => {
    expect(words(relevantFacts(facts, message))).toEqual(expected)
  })

  it('include pinned ones always', () => {
    const nuts = said(1, 'user', 'allergic to', 'nuts', { pinned: true })
    for (const pinned of [timeline([nuts]), timeline([nuts, said(2, 'user', 'allergic to', 'nuts')])])
      expect(words(relevantFacts(pinned, 'Tell me a joke.'))).toEqual(['user allergic to nuts'])
  })

  it.each([
    ['What can I cook for my sister?', ['sister lives in Rome', 'user diet vegan']],
    ['Does my sister like jazz?', ['user likes jazz', 'sister lives in Rome']],
    ['Is there a recipe with leeks?', ['user diet vegan']],
  ])('“%s” includes the person’s own that share a word or a kind with it', (message, expected) => {
    expect(words(relevantFacts(facts, message)).sort()).toEqual(expected.toSorted())
  })

  it('include what is over, or not so, only where the message says a word of it', () => {
    const known = timeline([
      said(1, 'wedding', 'viewing', 'barn on Friday'),
      said(2, 'wedding', 'venue', 'boat'),
      said(3, 'wedding', 'viewing', 'not barn on Friday'),
      said(4, 'user', 'allergic to', 'not penicillin'),
      said(5, 'user', 'works at', 'Philips'),
      said(6, 'user', 'works at', 'not Philips'),
      said(7, 'piano lesson', 'is', 'on Friday'),
      said(8, 'piano lesson', 'is', 'not on Friday'),
    ])
    const about = (message: string) =>
      words(relevantFacts(known, message)).filter((one) => one.includes(' not '))
    expect([
      about('How much does the wedding cost?'),
      about('What can I cook for dinner?'),
      about('Was that the barn or the boat?'),
      about('Can I take penicillin?'),
      about('Any idea for my career and my job?'),
      about('What do you know about me?'),
      about('Is my piano lesson on Friday?'),
      about('What is there to do on Friday?'),
    ]).toEqual([
      [],
      [],
      ['wedding viewing not barn on Friday'],
      ['user allergic to not penicillin'],
      ['user works at not Philips'],
      ['user allergic to not penicillin'],
      ['piano lesson is not on Friday'],
      [],
    ])
  })

  it('include those of whoever they name, and what is to come, but no denial that a value has answered', () => {
    const known = timeline([
      said(1, 'kitchen', 'builder', 'Van Dijk'),
      said(2, 'kitchen', 'builder', 'not Van Dijk'),
      said(2, 'kitchen', 'builder', 'Bouwbedrijf Kramer'),
      said(3, 'Bouwbedrijf Kramer', 'phone', '071'),
      said(4, 'kitchen', 'builder', 'Maas', { from: new Date('2027-01-01') }),
      said(5, 'sister', 'phone', '072'),
    ])
    expect(words(relevantFacts(known, 'What is the phone number of our builder?'))).toEqual([
      'Bouwbedrijf Kramer phone 071',
      'kitchen builder Maas',
      'kitchen builder Bouwbedrijf Kramer',
    ])
  })
})

it('what a turn gives in place of a value of any name is listed with it, in one row', () => {
  const [old, gone, now] = timelineOf(
    [
      said(1, 'user', 'hotel budget', '120 euros'),
      said(2, 'user', 'hotel budget', 'not 120 euros'),
      said(2, 'user', 'hotel budget', '150 euros', { id: 'fact_new' }),
    ],
    new Date('2026-06-01'),
  )
  if (!old || !gone || !now) throw new Error('three facts')
  const rowOf = rowNames([old, gone, now])
  expect([old, gone, now].map(isSaidByNext)).toEqual([false, true, false])
  expect([rowOf(old), rowOf(gone)]).toEqual([rowOf(now), rowOf(now)])
})
