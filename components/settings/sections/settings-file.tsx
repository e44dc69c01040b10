'use client'
import { Download, SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { saveJson } from '@/components/ui/save-json'
import { toastFailure } from '@/components/ui/toast-failure'
import { useFormat } from '@/components/ui/words/use-format'
import { exportSettings, importSettings } from '../actions'
import { Row } from '../fields/row'
import type { Settings } from '../use-settings'

/** Settings as a file, to keep or to take elsewhere. */
export function SettingsFile({ settings }: { settings: Settings }) {
  const format = useFormat()
  const chooser = useRef<HTMLInputElement>(null)
  const save = async () => {
    const result = await exportSettings()
    if (!result.ok) return toastFailure(result.error)
    saveJson('mneme-settings.json', result.value)
  }
  const take = async (file: File) => {
    const result = await importSettings(await file.text())
    if (!result.ok) return toastFailure(result.error)
    const { taken, left, settings: all } = result.value
    settings.replace(all)
    const rest = left.length ? ` Not imported: ${left.join(', ')}.` : ''
    toast(`${format.plural(taken.length, 'setting')} imported.${rest}`)
  }
  return (
    <Row name="Settings as a file" help="API keys are left out, and model and instructions are not imported.">
      <input
        ref={chooser}
        type="file"
        accept="application/json"
        aria-label="Settings file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void take(file)
          event.target.value = ''
        }}
      />
      <Button onClick={() => chooser.current?.click()}>
        <SlidersHorizontal aria-hidden className="size-4" /> Import settings
      </Button>
      <Button onClick={() => void save()}>
        <Download aria-hidden className="size-4" /> Export settings
      </Button>
    </Row>
  )
}
