import { expect, it } from 'vitest'
import { siblingOf } from './new-turn'

it('a new version of a turn is sent from where the person is now, not from where they first wrote it', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { options } = siblingOf('t', { timeZone: 'Pacific/Kiritimati', thinking: false })
  expect(options).toEqual({ timeZone, thinking: false })
})
