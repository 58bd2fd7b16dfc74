"""Fitted classifiers by name, in a list, or alone."""

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from brierwidgets import Explorer
from brierwidgets.data.inputs import predict_all

X, Y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
LOGISTIC = LogisticRegression().fit(X, Y)
TREE = DecisionTreeClassifier(max_depth=1).fit(X, Y)


def test_a_list_is_named_by_class_and_a_pipeline_by_its_end():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, Y)
    found = predict_all([LOGISTIC, TREE, pipeline], X)
    assert list(found) == ["LogisticRegression", "DecisionTreeClassifier", "LogisticRegression 2"]
    assert found["LogisticRegression"].tolist() == LOGISTIC.predict_proba(X)[:, 1].tolist()


def test_one_estimator_is_enough():
    explorer = Explorer.from_estimators(LOGISTIC, X, Y, interval=(0.2, 0.4))
    assert explorer.comparison.names == ["LogisticRegression"]
    explorer.close()


@pytest.mark.parametrize("estimators", ["logistic", 3, None])
def test_what_is_no_estimator_is_refused(estimators):
    with pytest.raises(TypeError, match="a list of fitted classifiers, or one"):
        predict_all(estimators, X)


def test_pairs_are_names_and_estimators_as_in_a_pipeline():
    assert list(predict_all([("mine", LOGISTIC), ("again", TREE)], X)) == ["mine", "again"]
    with pytest.raises(ValueError, match="Give each of 'mine', 'mine' its own"):
        predict_all([("mine", LOGISTIC), ("mine", TREE)], X)


def test_labels_of_another_kind_than_a_classifier_was_fitted_to_are_not_guessed():
    """The second of its classes is not the 1 of anybody's outcomes: here it is their 0."""
    fitted = LogisticRegression().fit(X, ["malignant", "malignant", "benign", "benign"])
    advice = "fitted to the classes 'benign' and 'malignant', so .* Pass y_true with these labels, and pos_label='mal"
    with pytest.raises(ValueError, match=advice):
        Explorer.from_estimators({"logistic": fitted}, X, Y)
    with pytest.raises(ValueError, match=r"knows the classes \['benign', 'malignant'\], and pos_label=1 is not one"):
        predict_all(fitted, X, pos_label=1)
    scores = predict_all(fitted, X, pos_label="malignant")["LogisticRegression"]
    assert scores.tolist() == fitted.predict_proba(X)[:, 1].tolist()


@pytest.mark.parametrize("labels", [[False, False, True, True], [0.0, 0.0, 1.0, 1.0]])
def test_classes_that_equal_0_and_1_need_no_label(labels):
    scores = predict_all(LogisticRegression().fit(X, labels), X)["LogisticRegression"]
    assert scores.tolist() == LOGISTIC.predict_proba(X)[:, 1].tolist()


def test_a_class_is_not_a_classifier():
    with pytest.raises(TypeError, match="LogisticRegression is a class"):
        predict_all(LogisticRegression, X)
