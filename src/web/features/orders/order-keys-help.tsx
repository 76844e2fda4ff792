import { Dialog } from '../../ui/dialog.tsx'
import './order-keys-help.css'

const keys: readonly [string, string][] = [
  ['/', 'Search'],
  ['↓', 'Go from the search to the first order'],
  ['j', 'Next order'],
  ['k', 'Previous order'],
  ['x', 'Select or deselect the order'],
  ['Enter', 'Open the order'],
  ['s', 'Send the selected orders: go to the carrier'],
  ['Esc', 'Close the panel'],
  ['?', 'This list'],
]

interface KeysHelpProps {
  isOpen: boolean
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

export default function KeysHelp({ isOpen, isOn, onSwitch, onClose }: KeysHelpProps) {
  return (
    <Dialog open={isOpen} title="Keyboard" side onClose={onClose}>
      <dl className="key-list" data-on={isOn}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="choice mt-6">
        <input type="checkbox" checked={isOn} onChange={event => onSwitch(event.target.checked)} />
        Use these keys in this browser
      </label>
    </Dialog>
  )
}
