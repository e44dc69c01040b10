import { describe, expect, it } from 'vitest'
import { cpuMs } from '@/lib/shared/testing-cpu'
import { introducedIn, nameGuesser, redactionFor } from './team'

const PEOPLE = ['Ana Pereira', 'Kofi', 'Lena van der Berg']
const redaction = redactionFor(PEOPLE)
const guess = await nameGuesser()

describe('redactionFor', () => {
  it.each([
    ['Ana Pereira reviews migrations', '[name] reviews migrations'],
    ['Ask ana pereira first', 'Ask [name] first'],
    ['Send it to Pereira', 'Send it to [name]'],
    ['Kofi’s build is the slow one', '[name]’s build is the slow one'],
    ['Lena reads each van der Berg report', '[name] reads each van der [name] report'],
    ['My colleague Priya Nair decides', 'My colleague [name] decides'],
    ['Ana was born on 3 May 1990', '[name] was born on [birth date]'],
    ['born 1990-05-03', 'born [birth date]'],
    ['Birthday: 3/5/1990', 'Birthday: [birth date]'],
    ['His birthday is May 3rd, 1990.', 'His birthday is [birth date].'],
    ['date of birth: 03.05.1990', 'date of birth: [birth date]'],
    ['She was born in 1984', 'She was born in [birth date]'],
    ['12 March is her birthday', '[birth date] is her birthday'],
    ['birth year: 1984', 'birth year: [birth date]'],
    ['Ping @ana_p before a release', 'Ping [handle] before a release'],
    ['@ana_p', '[handle]'],
    ['See github.com/anap77', 'See github.com/[handle]'],
    ['https://www.linkedin.com/in/ana-pereira-9', 'https://www.linkedin.com/in/[handle]'],
    ['Her login is anap_77.', 'Her login is [handle].'],
    ['username: ana.p', 'username: [handle]'],
    ['Read https://wiki.acme.com/x?y=1 first', 'Read [internal address] first'],
    ['Read https://wiki.acme.com/team. Then go.', 'Read [internal address]. Then go.'],
    ['Deploy to build-7.acme.internal:8443', 'Deploy to [internal address]'],
    ['ssh db.corp', 'ssh [internal address]'],
    ['http://jenkins/job/7', '[internal address]'],
    ['Open http://printer.home/setup', 'Open [internal address]'],
    ['jira.acme.co.uk/browse/AB-1', '[internal address]'],
    ['nas.local', '[internal address]'],
    ['Write to ana@example.com or +49 30 901820', 'Write to [e-mail] or [phone]'],
  ])('%j becomes %j', (text, left) => {
    expect(redaction(text).text).toBe(left)
    expect(redaction(left).text).toBe(left)
  })

  it.each([
    ['ana', '[name]'],
    ['kofi-reviews', '[name]-reviews'],
    ['team pereira', 'team [name]'],
    ['@kofi', '[handle]'],
    ['wiki.acme.com', '[internal address]'],
  ])('a tag %j becomes %j', (text, left) => {
    expect(redaction(text, true).text).toBe(left)
  })

  it.each([
    'Retry a failed request at most three times, and wait longer each time.',
    'Keep banana recipes short; analysis comes first.',
    'Since 1990 dates were stored as text.',
    'The bug was born of a race on 3 threads.',
    'Write dates as 2026-05-03, never 3/5.',
    'Install @types/node and npx foo@latest.',
    '@Injectable()\nclass Store {}',
    '@dataclass\nclass Point: ...',
    '@media (min-width: 40em) { }',
    'Copy .env.local and settings.local.json.',
    'Read user.home and self.private in Java.',
    'See https://docs.python.org/3/ and https://wiki.postgresql.org/wiki/Lock.',
    'Open http://localhost:3000/playbook.',
    'Use gitlab.com or github.com for reviews.',
    'The login is slow when the cache is cold.',
    'Call obj.internal() once.',
    'Write the test first, then the van of changes.',
  ])('leaves %j', (text) => {
    expect(redaction(text).text).toBe(text)
  })

  it('takes linear time for long texts without an end', () => {
    const parts = ['a.', 'http://a-', '@a.', 'born ', '3 of ', 'internal.', 'Ana ']
    expect(cpuMs(() => parts.map((part) => redaction(part.repeat(2_000))))).toBeLessThan(1_000)
  })
})

describe('nameGuesser', () => {
  it.each([
    ['Check the mast of Kestrel', ['Kestrel']],
    ['Dana likes short mails', ['Dana']],
    ['Priya’s team reads it', ['Priya']],
    ['Ask Priya Nair, then Bill', ['Priya Nair', 'Bill']],
    ['Retry requests. Then stop.', []],
    ['Use TypeScript for I/O', []],
  ])('finds in %j %j', (text, names) => {
    expect(guess(text)).toEqual(names)
  })

  it('knows usual names in tags', () => {
    expect(guess('dana-reviews', true)).toEqual(['dana'])
    expect(guess('http', true)).toEqual([])
  })
})

it('names that a text introduces are found', () => {
  expect(introducedIn(['My colleague Priya Nair decides.', 'Priya Nair is right. Dr. Okafor too.'])).toEqual([
    'Priya Nair',
    'Okafor',
  ])
})
