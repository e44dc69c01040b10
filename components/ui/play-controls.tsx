'use client'
import { Pause, Play } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { cn } from './cn'
import { IconButton } from './icon-button'

type ButtonProps = {
  playing: boolean
  /** The label while nothing is playing. */
  label: string
  disabled: boolean
  onToggle: () => void
}
export const PlayButton = ({ playing, label, disabled, onToggle }: ButtonProps) => (
  <IconButton small side="top" label={playing ? 'Pause' : label} onClick={onToggle} disabled={disabled}>
    {playing ? <Pause /> : <Play />}
  </IconButton>
)

type PlayheadProps = {
  valueText: string
  max: number
  value: number
  disabled: boolean
  onSeek: (value: number) => void
  /** Called when the person lets go of the slider. */
  onCommit?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  className?: string
}
/** The slider of a replay. */
export const PlayheadSlider = ({ valueText, onSeek, onCommit, className, ...input }: PlayheadProps) => (
  <input
    type="range"
    aria-label="Playhead"
    aria-valuetext={valueText}
    min={0}
    {...input}
    onChange={(event) => onSeek(Number(event.target.value))}
    onPointerUp={onCommit}
    onKeyUp={onCommit}
    onBlur={onCommit}
    className={cn('h-6 min-w-24 flex-1 accent-accent', className)}
  />
)
