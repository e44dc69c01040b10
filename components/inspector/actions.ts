'use client'
import * as inspector from '@/app/actions/inspector'
import { safely } from '../ui/call-action'

export const server = safely(inspector)
