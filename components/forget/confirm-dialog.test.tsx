// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { TooltipProvider } from '../ui/tooltip'
import { ConfirmDialog } from './confirm-dialog'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

it('shows why it was refused until something in it changes', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const refusal = { code: 'conflict', message: 'Message 4 is running.', hint: 'Stop it first.' } as const
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ConfirmDialog
          title="Forget messages"
          act={['Forget', 'Forgetting…']}
          disabled={false}
          problem={null}
          onConfirm={async () => refusal}
          onClose={() => {}}
        >
          <input type="checkbox" />
        </ConfirmDialog>
      </TooltipProvider>,
    ),
  )
  const alert = () => document.querySelector('[role=alert]')?.textContent
  const click = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click())
  await click('[type=submit]')
  expect(alert()).toContain('Stop it first.')
  await click('[type=checkbox]')
  expect(alert()).toBeUndefined()
  await act(async () => root.unmount())
})
