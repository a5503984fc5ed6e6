/** What is shown instead of a part that could not be loaded: a newer version may have taken its place. */
import { Component, type ReactNode } from "react";
import { useTexts } from "../../i18n/text";
import { Page } from "./Page";

interface Props {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

export class Caught extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** A page that could not be loaded. */
export function Outdated(): ReactNode {
  const { t } = useTexts();
  return (
    <Page title={t("home.update.waits")}>
      <main className="middle lost">
        <div className="sheet-of-paper centred">
          <h1>{t("home.update.waits")}</h1>
          <button type="button" className="btn btn--go" onClick={() => location.reload()}>
            {t("home.update.reload")}
          </button>
        </div>
      </main>
    </Page>
  );
}
