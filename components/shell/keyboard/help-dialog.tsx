'use client'
import { expectFocus } from '@/components/tour/tour-hint'
import { useTour } from '@/components/tour/use-tour'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Keys } from '@/components/ui/keys'
import { PLACES } from '../places'
import { useShell } from '../shell-context'

export const TOUR_LABEL = 'Take the tour'

const GROUPS: Record<string, [string, string[]][]> = {
  Anywhere: [
    ['Search memory, places and actions', ['Ctrl', 'K']],
    ['Stop answering, or close what is open', ['Esc']],
    ['This help', ['?']],
  ],
  'Go to': PLACES.map(({ name, key }) => [name, ['g', key]]),
  'In a conversation': [
    ['Write a message', ['/']],
    ['Send', ['Enter']],
    ['New line', ['Shift', 'Enter']],
    ['Previous message, next message', ['[', ']']],
    ['Show or hide the panel', ['p']],
    ['Show a recall in the map', ['Alt', 'Click']],
  ],
  'In search': [['Move through results, open one', ['↑', '↓', 'Enter']]],
  'On the map': [
    ['Move to what is next', ['←', '→', '↑', '↓']],
    ['Open, and go back up', ['Enter', 'Backspace']],
    ['Zoom in, zoom out, show everything', ['+', '-', '0']],
  ],
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void }
export function HelpDialog({ open, onOpenChange }: Props) {
  const { start } = useTour()
  const { setDrawer } = useShell()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      {Object.entries(GROUPS).map(([group, shortcuts]) => (
        <section key={group} aria-label={group} className="mb-4">
          <h3 className="mb-1.5 text-ink-faint text-xs">{group}</h3>
          <dl className="grid gap-y-2">
            {shortcuts.map(([what, keys]) => (
              <div key={what} className="flex items-center justify-between gap-6">
                <dt className="text-ink-soft">{what}</dt>
                <dd>
                  <Keys keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button
        onClick={() => {
          onOpenChange(false)
          setDrawer(false)
          expectFocus()
          start()
        }}
      >
        {TOUR_LABEL}
      </Button>
    </Dialog>
  )
}
