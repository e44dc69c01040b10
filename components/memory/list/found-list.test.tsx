// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { mount } from '../../ui/testing-mount'
import { testNode } from '../testing-graph'
import { FoundList } from './found-list'

const turn = testNode('turn', '16', { turnNumber: 16, label: 'A wedding in the hall' })
const period = { from: 2_960, to: 2_963 }
const words = async (turns: (typeof turn)[], isElsewhere: boolean, onAllTime = () => {}) => {
  const page = mount()
  await page.render(
    <FoundList
      found={{ turns, titles: new Map(), period, isElsewhere }}
      text="wedding"
      selected={null}
      inPeriod={null}
      others={[]}
      onShow={() => {}}
      onSelect={() => {}}
      onOpen={() => {}}
      onAllTime={onAllTime}
    />,
  )
  const text = page.host.textContent ?? ''
  page.host.querySelector<HTMLElement>('button')?.click()
  await page.unmount()
  return text
}

it('says that a search found something at another time only, and goes there', async () => {
  const onAllTime = vi.fn()
  expect(await words([], true, onAllTime)).toMatch(/None in .*2026.*Search all time/)
  expect(await words([], true)).not.toContain('No messages contain')
  expect(onAllTime).toHaveBeenCalledOnce()
  expect(await words([turn], true)).toMatch(/Only .*2026.*Search all time.*A wedding/)
  expect(await words([turn], false)).not.toContain('Search all time')
  expect(await words([], false)).toContain('No messages contain')
})
