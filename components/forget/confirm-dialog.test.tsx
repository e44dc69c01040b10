// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { mount } from '@/components/ui/testing-mount'
import { TooltipProvider } from '../ui/tooltip'
import { ConfirmDialog } from './confirm-dialog'

it('shows why it was refused until something in it changes', async () => {
  const refusal = { code: 'conflict', message: 'Message 4 is running.', hint: 'Stop it first.' } as const
  await mount().render(
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
  )
  const alert = () => document.querySelector('[role=alert]')?.textContent
  const click = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click())
  await click('[type=submit]')
  expect(alert()).toContain('Stop it first.')
  await click('[type=checkbox]')
  expect(alert()).toBeUndefined()
})
