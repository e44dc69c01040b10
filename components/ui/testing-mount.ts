import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** An element of the page to render into; both are removed when the test ends, or earlier with `unmount`. */
export function mount(host: HTMLElement = document.createElement('div')) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.append(host)
  const root = createRoot(host)
  const unmount = () =>
    act(async () => {
      root.unmount()
      host.remove()
    })
  onTestFinished(unmount)
  return { host, render: (node: ReactNode) => act(async () => root.render(node)), unmount }
}
