'use client'
import * as workspace from '@/app/actions/workspace'
import { safely } from '../ui/call-action'

export const server = safely(workspace)
