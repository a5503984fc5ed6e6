/** Who comes and who is here; a host checks others in, or sends them home. */
import { type ReactNode, useState } from "react";
import { call } from "../../net/http";
import type { NightGuest } from "../../protocol/types";
import { spoken } from "../../model/table/names";
import { Dialog } from "../../ui/Dialog";
import { Act } from "./Act";
import type { NightProps } from "./NightPage";
import { Person } from "./Person";
import { useTexts } from "./texts";

const ORDER = ["here", "coming", "gone", "absent"];

export function Guests({ code, night, onChange }: NightProps): ReactNode {
  const { t, find } = useTexts();
  const [chosen, setChosen] = useState<NightGuest | null>(null);
  const guests = night.guests.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const say = (state: "here" | "gone") => async (): Promise<void> =>
    call("POST /api/groups/{code}/nights/{night}/guests", { state, member: chosen?.number ?? null }, { code, night: night.id }).then((changed) => {
      onChange(changed);
      setChosen(null);
    });
  const name = chosen === null ? "" : spoken(chosen.name, find);
  return (
    <section className="sheet-of-paper group-part" aria-labelledby="night-guests">
      <h2 id="night-guests">{t("night.guests", { count: guests.filter(({ state }) => state === "coming" || state === "here").length })}</h2>
      {guests.length === 0 && <p>{t("night.nobody")}</p>}
      <ul className="group-members night-guests">
        {guests.map((one) => (
          <li key={one.number} data-state={one.state}>
            {night.hosts && one.number !== night.number ? (
              <button type="button" className="group-member" aria-haspopup="dialog" onClick={() => setChosen(one)}>
                <Guest guest={one} />
              </button>
            ) : (
              <Guest guest={one} />
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <Dialog title={name} onClose={() => setChosen(null)}>
          <p>{t("night.go_why")}</p>
          <div className="wraps">
            <Act label={t("night.bring_in", { name })} act={say("here")} />
            <Act label={t("night.send_home", { name })} act={say("gone")} />
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Guest({ guest }: { readonly guest: NightGuest }): ReactNode {
  const { t } = useTexts();
  return (
    <Person number={guest.number} name={guest.name}>
      <small>{t(`night.state.${guest.state}`)}</small>
    </Person>
  );
}
