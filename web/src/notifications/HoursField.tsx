/** Two hours of the day, from and to. */
import type { ReactNode } from "react";
import type { Hours } from "./hours";
import { useTexts } from "./texts";
import "./NotificationSettings.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Props {
  readonly title: string;
  readonly hours: Hours;
  readonly onChoose: (hours: Hours) => void;
}

export function HoursField({ title, hours, onChoose }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <fieldset className="told-quiet">
      <legend>{title}</legend>
      {(["from", "to"] as const).map((end) => (
        <label key={end}>
          {t(`notifications.${end}`)}{" "}
          <select value={hours[end]} onChange={(event) => onChoose({ ...hours, [end]: Number(event.currentTarget.value) })}>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {hour}:00
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
