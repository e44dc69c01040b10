// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { mount } from '../ui/testing-mount'
import { UsageReportView } from './usage-report'

it.each([
  [false, 0, 'Nothing to count yet'],
  [false, 2, 'The built-in engine answered'],
  [true, 0, 'No messages were sent in this period'],
  [true, 2, 'The built-in engine answered'],
])(
  'without calls it says why: in a period %s, of the built-in engine %i',
  async (isPeriod, builtIn, words) => {
    const period = isPeriod ? { since: '2026-03-01', until: '2026-03-08' } : null
    const report = { phases: [], conversationId: null, period, builtIn } as unknown as UsageReport
    const { host, render } = mount()
    await render(
      <UsageReportView
        report={report}
        calls={{ ok: true, value: { calls: [], next: null } }}
        period={null}
      />,
    )
    expect(host.textContent).toContain(words)
    if (builtIn > 0) expect(host.textContent).not.toContain('No messages')
  },
)
