'use client'
import { expectFocus } from '@/components/tour/tour-hint'
import { useTour } from '@/components/tour/use-tour'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { PLACES } from '../places'
import { useShell } from '../shell-context'

export const TOUR_LABEL = 'Take the tour'

const KEYS: [string, string[]][] = [
  ['Write a message', ['/']],
  ['Send', ['Enter']],
  ['New line', ['Shift', 'Enter']],
  ['Stop answering, or close what is open', ['Esc']],
  ['Previous turn, next turn', ['[', ']']],
  ['Search memory, places and actions', ['Ctrl', 'K']],
  ...PLACES.map(({ name, key }): [string, string[]] => [`Go to ${name}`, ['g', key]]),
  ['Show or hide the panel', ['p']],
  ['Show a recall in the map', ['Alt', 'Click']],
  ['In search: move through results, open one', ['↑', '↓', 'Enter']],
  ['On the map: move between nodes', ['←', '→', '↑', '↓']],
  ['On the map: open, and go back up', ['Enter', 'Backspace']],
  ['On the map: zoom in, zoom out, show everything', ['+', '-', '0']],
  ['In Time: taller rows, shorter rows', ['h', 'l']],
  ['This help', ['?']],
]

type Props = { open: boolean; onOpenChange: (open: boolean) => void }
export function HelpDialog({ open, onOpenChange }: Props) {
  const { start } = useTour()
  const { setDrawer } = useShell()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      <dl className="grid gap-y-2">
        {KEYS.map(([what, keys]) => (
          <div key={what} className="flex items-center justify-between gap-6">
            <dt className="text-ink-soft">{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line bg-surface px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        className="mt-4"
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
