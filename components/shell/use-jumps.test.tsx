// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { mount } from '../ui/testing-mount'
import { useJumps } from './use-stay'

const Shell = () => {
  useJumps()
  return null
}
/** What the browser does when a link to a part of the page is pressed. */
const jump = (hash: string) => {
  document.body.click()
  history.pushState(null, '', hash)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

it('a jump within a page keeps the state by which the router finds it', async () => {
  const page = mount()
  await page.render(<Shell />)
  history.replaceState({ tree: 'settings' }, '', '/settings')
  jump('#advanced')
  expect([location.hash, history.state]).toEqual(['#advanced', { tree: 'settings' }])
  await page.unmount()
  jump('#memory')
  expect(history.state).toBeNull()
})
