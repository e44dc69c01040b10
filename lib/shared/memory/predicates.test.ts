import { describe, expect, it } from 'vitest'
import { cpuMs } from '../testing-cpu'
import { factNorm } from './facts'
import { kindOf, kindOfFact } from './predicates'

describe('kindOf', () => {
  it.each([
    [
      'health',
      ['diagnosed with', 'was diagnosed with', 'diagnosed in 2019 with', 'has condition', 'condition'],
    ],
    ['health', ['takes', 'takes daily', 'medication', 'injured', 'surgery', 'had surgery', 'is pregnant']],
    ['allergy', ['allergic to', 'is severely allergic to', 'food allergies', 'intolerant to']],
    ['diet', ['diet', 'avoids', 'does not eat', 'dietary restrictions']],
    ['name', ['name', 'is called', 'Full name']],
    [
      'family',
      ['wife', "wife's name", 'partner', 'younger son', 'children', 'dog', 'dog name', 'has a cat', 'pets'],
    ],
    ['work', ['works at', 'employer', 'current job', 'works part-time at', 'free day']],
    ['home', ['lives in', 'home', 'house', 'lives with']],
    ['language', ['speaks', 'native language']],
  ] as const)('is %s of %j', (kind, predicates) => {
    expect(predicates.map((one) => kindOf(one))).toEqual(predicates.map(() => kind))
  })

  it.each(['likes', 'builder name', 'total budget', 'favourite food', 'owns', ''])('is none of %j', (one) => {
    expect(kindOf(one)).toBeUndefined()
  })

  const of = (predicate: string, object: string) => kindOfFact({ subject: 'user', predicate, object })

  it.each([
    ...['Hashimoto', "Hashimoto's since 2015", 'lupus', 'Crohn', "Crohn's disease", 'PCOS', 'MS', 'epilepsy'],
    ...[
      'ADHD and autism',
      'type 1 diabetes',
      'diabetes, well controlled',
      'migraine with aura',
      'coeliac disease',
    ],
    ...['endometriosis', 'rheumatoid arthritis', 'hypothyroidism', 'fibromyalgia', 'a brother with asthma'],
    ...[
      'high blood pressure',
      'coeliakie',
      'Zöliakie',
      'an underactive thyroid',
      'anaemia',
      'bipolar disorder',
    ],
  ])('has = %s is of health', (illness) => {
    expect([of('has', illness), of('lives with', illness)]).toEqual(['health', 'health'])
  })

  it.each(['boat', 'MS degree', 'nostalgia for Graz', 'allotment', 'two meetings', 'me', 'add-on'])(
    'has = %s is not',
    (object) => {
      expect(of('has', object)).toBeUndefined()
    },
  )

  it('is health for a back that hurts, not for somebody who comes back', () => {
    const kinds = (...predicates: string[]) => predicates.map((one) => kindOf(one))
    expect(kinds('brings him back', 'came back', 'brought her back')).toEqual(Array(3).fill(undefined))
    expect(kinds('back', 'lower back', 'injured her back')).toEqual(Array(3).fill('health'))
  })

  it('of somebody who is called like an illness is that of the predicate', () => {
    expect(kindOf('Mrs Parkinson')).toBeUndefined()
    expect([of('lives with', 'Anna'), of('works as', 'diabetes nurse')]).toEqual(['home', 'work'])
  })

  it('is told by the value of what somebody is or has', () => {
    expect([of('has', 'type 2 diabetes'), of('is', 'vegan'), of('owns', 'dog'), of('has', 'boat')]).toEqual([
      'health',
      'diet',
      'family',
      undefined,
    ])
  })
})

it('the end of a long text full of dots is found without reading it again for each of them', () => {
  const time = (dots: number) =>
    Math.min(...Array.from({ length: 3 }, () => cpuMs(() => factNorm(`${'…'.repeat(dots)} x`))))
  time(5_000)
  expect(time(20_000) / Math.max(2, time(5_000))).toBeLessThan(8)
})
